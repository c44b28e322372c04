import { Alert, Button, Group, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { notifyError, useAction } from '../../api/use-action.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { KeyIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { SECRET_LOST } from '../../components/secret-lost.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { OVERVIEW_KEY } from './documents.ts';
import { FIRST_QUERY, PLACEHOLDER, snippetsOf } from './snippets.ts';

/** Lines to paste, with the address and the project filled in. A key is filled in only if the person asks for one. */
export function UseIt({ onSecret }: { onSecret: (isShown: boolean) => void }) {
  const projectId = useProjectId();
  const { canAdmin, hasFeature } = useSession();
  const [key, setKey] = useState<string | null>(null);
  const create = useAction(OVERVIEW_KEY, { isOnce: true });
  const makeKey = async () => {
    const made = await create.run({ input: { name: 'First steps', role: 'WRITE' } });
    if (made === null) return;
    const { secret } = made.createApiKey;
    if (secret === null) return notifyError(SECRET_LOST);
    setKey(secret);
    onSecret(true);
  };
  const hideKey = () => {
    setKey(null);
    onSecret(false);
  };
  return (
    <>
      <Tabs defaultValue="typescript" keepMounted={false}>
        <Tabs.List mb="sm">
          {snippetsOf({ url: location.origin, projectId, key }).map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippetsOf({ url: location.origin, projectId, key }).map(({ value, label, text }) => (
          <Tabs.Panel key={value} value={value}>
            <CopyText text={text} label={`${label} to paste`} />
            {value === 'query' && hasFeature('GRAPHIQL') && (
              <Text size="sm" mt="xs">
                <TextLink
                  to="/projects/$projectId/graphiql"
                  params={{ projectId }}
                  search={{ query: FIRST_QUERY }}
                >
                  Open it in GraphiQL
                </TextLink>
              </Text>
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      {key !== null ? (
        <Alert color="teal" mt="sm" title="The key is filled in above" icon={<KeyIcon />}>
          It may read and write in this project. It is shown only now: copy the lines, or make
          another key in the settings.
          <Group mt="xs">
            <Button size="xs" variant="default" onClick={hideKey}>
              I have copied it
            </Button>
          </Group>
        </Alert>
      ) : (
        <Group mt="sm" gap="sm">
          {canAdmin && (
            <Button
              variant="default"
              leftSection={<KeyIcon size={16} />}
              onClick={makeKey}
              loading={create.isRunning}
            >
              Create a key for this
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {canAdmin
              ? `It takes the place of ${PLACEHOLDER}.`
              : `Put a key of this project in the place of ${PLACEHOLDER}. Someone with role ADMIN can create one.`}
          </Text>
        </Group>
      )}
    </>
  );
}
