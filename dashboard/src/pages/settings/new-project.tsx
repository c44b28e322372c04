import { Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_CREATE_PROJECT } from './documents.ts';

/** The form for a new project, to which the page goes when it is created. */
export function NewProject({ onClose }: { onClose: () => void }) {
  const { reload } = useSession();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [error, setError] = useFormError(name);
  const create = useAction(SETTINGS_CREATE_PROJECT, {
    success: 'Project created',
    onError: setError,
    isOnce: true,
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    const made = await create.run({ input: { name: name.trim() } });
    if (!made) return;
    await reload();
    const { id: projectId } = made.createProject.project;
    // "Back" does not open the form again.
    await navigate({
      to: '/projects/$projectId',
      params: { projectId },
      replace: true,
      ignoreBlocker: true,
    });
  };
  return (
    <Dialog isChanged={name.trim() !== ''} onClose={onClose} title="New project">
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Name"
            description="A project has memories, agents and keys of its own. No other project sees them."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
            required
          />
          <FormActions
            submit="Create project"
            onCancel={onClose}
            isRunning={create.isRunning}
            error={error}
            disabled={name.trim() === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
