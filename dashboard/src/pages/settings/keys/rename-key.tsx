import { Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { KeyRowFragment } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { KEYS_RENAME } from './documents.ts';

type Props = { apiKey: KeyRowFragment; onClose: () => void };

export function RenameKey({ apiKey, onClose }: Props) {
  const [name, setName] = useState(apiKey.name);
  const rename = useAction(KEYS_RENAME, {
    success: 'The key was renamed',
    optimistic: (input) => ({ renameApiKey: { apiKey: { ...apiKey, name: input.name } } }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await rename.run({ apiKeyId: apiKey.id, name: name.trim() })) onClose();
  };
  return (
    <Dialog isChanged={name !== apiKey.name} onClose={onClose} title={`Rename “${apiKey.name}”`}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            required
          />
          <FormActions
            submit="Rename"
            onCancel={onClose}
            isRunning={rename.isRunning}
            disabled={name.trim() === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
