import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import type { Role } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { SECRET_LOST } from '../../../components/secret-lost.ts';
import { useFormError } from '../../../components/use-form-error.ts';
import { KEYS_CREATE } from './documents.ts';
import { SecretShown } from './secret-shown.tsx';

const ROLES: { value: Role; label: string }[] = [
  { value: 'READ', label: 'Read: search and see everything' },
  { value: 'WRITE', label: 'Write: also change knowledge and run agents' },
  { value: 'ADMIN', label: 'Admin: also change the project and its keys' },
];

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '', label: 'It does not expire' },
  { value: '1', label: 'After a day' },
  { value: '30', label: 'After 30 days' },
  { value: '365', label: 'After a year' },
];

/** The form for a new key, which then shows its secret. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('WRITE');
  const [days, setDays] = useState('');
  const [error, setError] = useFormError({ name, role, days });
  const [secret, setSecret] = useState<string | null>(null);
  const create = useAction(KEYS_CREATE, { onError: setError, refetch: ['Keys'], isOnce: true });
  // It stays the same when the form is sent again.
  const expiresAt = useMemo(
    () => (days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()),
    [days],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const made = await create.run({ input: { name: name.trim(), role, expiresAt } });
    if (made === null) return;
    setSecret(made.createApiKey.secret);
    if (made.createApiKey.secret === null) setError(SECRET_LOST);
  };
  if (secret !== null) {
    return (
      <Dialog
        onClose={onClose}
        title={`The key “${name.trim()}”`}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <SecretShown secret={secret} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog onClose={onClose} isChanged={name.trim() !== ''} title="New key">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="The program or person that uses it. The log shows it beside each change."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            required
          />
          <NativeSelect
            label="Role"
            data={ROLES}
            value={role}
            onChange={(event) => setRole(event.currentTarget.value as Role)}
          />
          <NativeSelect
            label="Expires"
            data={LIFETIMES}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          <FormActions
            submit="Create key"
            onCancel={onClose}
            isRunning={create.isRunning}
            error={error}
            disabled={name.trim() === '' || error === SECRET_LOST}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
