import { Alert, Button, Group, Stack } from '@mantine/core';
import { CopyText } from '../../../components/copy-text.tsx';

/** A secret, which can be copied now and never again. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Stack>
      <Alert color="orange" title="Copy it now">
        It is shown only this once. The server keeps no copy of it.
      </Alert>
      <CopyText text={secret} label="the secret" />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
