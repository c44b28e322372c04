import { Alert, Button, Checkbox, Group, PasswordInput, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isSendable } from './stored-key.ts';

type Props = {
  /** Why the person is not signed in. */
  reason: string | null;
  /** Which keys can be used. */
  description: string;
  onSignIn: (key: string, isKept: boolean) => void;
  isRunning?: boolean;
  /** Another button, before the one that signs in. */
  children?: ReactNode;
};

/** Asks for an API key. */
export function SignInForm({ reason, description, onSignIn, isRunning = false, children }: Props) {
  const [key, setKey] = useState('');
  const [isKept, setIsKept] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSendable(key.trim()) && !isRunning) onSignIn(key.trim(), isKept);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {reason !== null && (
          <Alert color="red" role="alert" title="Not signed in">
            {reason}
          </Alert>
        )}
        <PasswordInput
          label="API key"
          description={description}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={
            key.trim() !== '' &&
            !isSendable(key.trim()) &&
            'A key has only Latin letters, digits and signs of ASCII, and no spaces.'
          }
          visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
          autoComplete="off"
          data-autofocus
          autoFocus
          required
        />
        <Checkbox
          label="Stay signed in on this computer"
          checked={isKept}
          onChange={(event) => setIsKept(event.currentTarget.checked)}
        />
        <Group grow>
          {children}
          <Button type="submit" loading={isRunning}>
            Sign in
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
