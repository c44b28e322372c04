import { Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { MemoryRowFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { CREATE_MEMORY, UPDATE_MEMORY } from './documents.ts';

type Props = {
  /** The memory to edit; a new one is created when it is null. */
  memory: MemoryRowFragment | null;
  onClose: () => void;
  onSaved?: (memory: MemoryRowFragment) => void;
};

/** The name, description and tags of a memory. */
export function MemoryForm({ memory: given, onClose, onSaved }: Props) {
  // The memory when the form was opened. A change by others after that is a conflict.
  const [memory] = useState(given);
  const form = useForm({
    initialValues: {
      name: memory?.name ?? '',
      description: memory?.description ?? '',
      tags: [...(memory?.tags ?? [])],
    },
    validate: { name: (name) => (name.trim() === '' ? 'Give the memory a name' : null) },
  });
  const [error, setError] = useFormError(form.values);
  const create = useAction(CREATE_MEMORY, {
    success: 'Memory created',
    onError: setError,
    refetch: ['Memories'],
    isOnce: true,
  });
  const update = useAction(UPDATE_MEMORY, { success: 'Memory saved', onError: setError });
  const save = form.onSubmit(async ({ name, description, tags }) => {
    setError(null);
    const fields = { name: name.trim(), description: description.trim() || null, tags };
    const saved =
      memory === null
        ? (await create.run({ input: fields }))?.createMemory.memory
        : (
            await update.run({
              input: { ...fields, memoryId: memory.id, ifVersion: memory.version },
            })
          )?.updateMemory.memory;
    if (!saved) return;
    onSaved?.(saved);
    onClose();
  });
  return (
    <Dialog
      isChanged={form.isDirty()}
      onClose={onClose}
      title={memory === null ? 'New memory' : 'Edit memory'}
      size="md"
    >
      <form onSubmit={save}>
        <Stack>
          <TextInput
            label="Name"
            description="Unique in the project"
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <Textarea
            label="Description"
            description="What belongs here, for people"
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <TagsInput
            label="Tags"
            description="Agents and searches can select memories by a pattern of tags, such as crm/**"
            placeholder="Type a tag and press Enter"
            {...form.getInputProps('tags')}
          />
          <FormActions
            submit={memory === null ? 'Create memory' : 'Save'}
            onCancel={onClose}
            isRunning={create.isRunning || update.isRunning}
            error={error}
            onConflict={
              memory !== null && 'Close this form to see the present state, then edit again.'
            }
          />
        </Stack>
      </form>
    </Dialog>
  );
}
