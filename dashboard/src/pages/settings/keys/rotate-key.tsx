import { useQuery } from '@apollo/client/react';
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { KeyRowFragment } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { Time } from '../../../components/time.tsx';
import { useSession } from '../../../session/session.tsx';
import { KEYS_ONE, KEYS_ROTATE } from './documents.ts';
import { SecretShown } from './secret-shown.tsx';

const OVERLAPS = [
  { value: '60', label: 'For an hour' },
  { value: '1440', label: 'For a day' },
  { value: '10080', label: 'For a week' },
];

const AT_ONCE = { value: '0', label: 'Not at all: it ends at once' };

type Props = { apiKey: KeyRowFragment; onClose: () => void };

/** Gives a key a new secret. The old secret can stay valid for a time. */
export function RotateKey({ apiKey, onClose }: Props) {
  const { viewer } = useSession();
  const [overlap, setOverlap] = useState('1440');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAction(KEYS_ROTATE);
  // With its own old secret the page would be signed out before it could show the new one.
  const isOwn = viewer.apiKey?.id === apiKey.id;
  // The key may have been rotated since the list was read.
  const { data, refetch } = useQuery(KEYS_ONE, {
    variables: { apiKeyId: apiKey.id },
    fetchPolicy: 'network-only',
  });
  const { previousSecretExpiresAt } = data?.node && 'id' in data.node ? data.node : apiKey;
  const submit = async () => {
    const made = await rotate.run({ apiKeyId: apiKey.id, overlapMinutes: Number(overlap) });
    if (made !== null) return setSecret(made.rotateApiKey.secret);
    // The server may have rotated the key although its answer was lost. The dialog then warns of another rotation.
    await refetch().catch(() => {});
  };
  return (
    <Dialog
      onClose={onClose}
      title={secret === null ? `Rotate “${apiKey.name}”` : `The new secret of “${apiKey.name}”`}
      closeOnClickOutside={secret === null}
      closeOnEscape={secret === null}
    >
      {secret !== null ? (
        <SecretShown secret={secret} onClose={onClose} />
      ) : (
        <Stack>
          <Text size="sm">
            The key gets a new secret, and keeps its name, role and history.
            {isOwn && ' You are signed in with it: sign in with the new secret afterwards.'}
          </Text>
          {isAfterNow(previousSecretExpiresAt) && (
            <Alert color="orange" title="The key was rotated already">
              The previous secret still works. It ends <Time value={previousSecretExpiresAt} />.
              Another rotation ends it at once, and programs that still use it are refused.
            </Alert>
          )}
          <NativeSelect
            label="The old secret still works"
            data={isOwn ? OVERLAPS : [...OVERLAPS, AT_ONCE]}
            value={overlap}
            onChange={(event) => setOverlap(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={submit} loading={rotate.isRunning}>
              Make a new secret
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function isAfterNow(time: string | null): time is string {
  return time !== null && new Date(time) > new Date();
}
