import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../api/use-action.ts';
import { Dialog } from '../../components/dialog.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { MemoryPicker } from '../../components/memory-picker.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { CREATE_AGENT } from './documents.ts';

/** The fields that a new agent needs. All others are on its page. */
export function CreateAgentForm({ onClose }: { onClose: () => void }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { name: '', instructions: '', memoryIds: [] as string[] },
    validate: { name: (name) => (name.trim() === '' ? 'Give the agent a name' : null) },
  });
  const [error, setError] = useFormError(form.values);
  const create = useAction(CREATE_AGENT, {
    success: 'Agent created',
    onError: setError,
    refetch: ['AgentsPage'],
    isOnce: true,
  });
  const save = form.onSubmit(async ({ name, instructions, memoryIds }) => {
    setError(null);
    const created = await create.run({
      input: {
        name: name.trim(),
        instructions: instructions.trim() || null,
        ...(memoryIds.length > 0 ? { knowledgeConfig: { scope: { memoryIds } } } : {}),
      },
    });
    if (!created) return;
    await navigate({
      to: '/projects/$projectId/agents/$agentId',
      params: { projectId, agentId: created.createAgent.agent.id },
      ignoreBlocker: true,
    });
  });
  return (
    <Dialog isChanged={form.isDirty()} onClose={onClose} title="New agent" size="md">
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
            label="Instructions"
            description="The system message of every conversation"
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('instructions')}
          />
          <MemoryPicker
            label="Memories"
            description="What the agent reads; tags and other conditions can be set afterwards"
            placeholder="None"
            value={form.values.memoryIds}
            onChange={(ids) => form.setFieldValue('memoryIds', ids)}
          />
          <FormActions
            submit="Create agent"
            onCancel={onClose}
            isRunning={create.isRunning}
            error={error}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
