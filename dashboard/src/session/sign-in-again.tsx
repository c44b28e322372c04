import { useApolloClient } from '@apollo/client/react';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../api/errors.ts';
import type { SessionQuery } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { SESSION } from './documents.ts';
import { useSession } from './session.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Asks for another key if the server has rejected the key. What is open stays, with what was typed there. */
export function SignInAgain({ reason, projectId }: { reason: string; projectId: string }) {
  const client = useApolloClient();
  const { viewer, rejectKey, replaceKey, signOut } = useSession();
  const [isRunning, setIsRunning] = useState(false);
  const signIn = async (key: string, isKept: boolean) => {
    setIsRunning(true);
    try {
      const headers = { authorization: `Bearer ${key}` };
      const { data } = await client.query({
        query: SESSION,
        fetchPolicy: 'no-cache',
        context: { headers },
      });
      if (!data) return;
      const { role, isRoot, project } = data.viewer;
      if (!isRoot && project?.id !== projectId) {
        rejectKey('This key belongs to another project. Sign out to use it.');
      } else if (!permitsAll(role, viewer.role)) {
        rejectKey(`This key has only the role ${role}. Sign out to use it.`);
      } else {
        replaceKey({ key, isKept, data });
      }
    } catch (error) {
      rejectKey(describeError(error).message);
    } finally {
      setIsRunning(false);
    }
  };
  return (
    <Dialog
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Sign in again"
    >
      <Text size="sm" mb="md">
        What is open stays as it is, with everything that you have typed.
      </Text>
      <SignInForm
        reason={reason}
        description={`A key of this project with the role ${viewer.role}, or one that permits more`}
        onSignIn={signIn}
        isRunning={isRunning}
      >
        <Button variant="default" onClick={() => signOut()}>
          Sign out
        </Button>
      </SignInForm>
    </Dialog>
  );
}

type Role = SessionQuery['viewer']['role'];

const ROLES: readonly Role[] = ['READ', 'WRITE', 'ADMIN'];

/** Whether a role permits all that another one does. With less, parts of a page that are open would be removed. */
function permitsAll(role: Role, other: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(other);
}
