import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { Section } from '../../components/section.tsx';
import { useSession } from '../../session/session.tsx';
import type { AgentDraft } from './draft.ts';
import { NumberField } from './number-field.tsx';

type Props = { draft: AgentDraft; change: (fields: Partial<AgentDraft>) => void };

/** The name, the instructions and the model of an agent. */
export function AgentFields({ draft, change }: Props) {
  const { server } = useSession();
  return (
    <Section title="Agent">
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={draft.name.trim() === '' ? 'Give the agent a name' : null}
          required
        />
        <Textarea
          label="Instructions"
          description="The system message of every conversation, before the knowledge."
          value={draft.instructions}
          onChange={(event) => change({ instructions: event.currentTarget.value })}
          autosize
          minRows={3}
          maxRows={16}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          <TextInput
            label="Chat model"
            description="A name that the endpoint knows."
            inputWrapperOrder={['label', 'input', 'description']}
            placeholder={server.chatModel ?? 'The server has none'}
            value={draft.model}
            onChange={(event) => change({ model: event.currentTarget.value })}
          />
          <NumberField
            label="Temperature"
            description="0 to 2; more is more varied."
            placeholder="The model's own"
            value={draft.temperature}
            onChange={(temperature) => change({ temperature })}
            min={0}
            max={2}
            step={0.1}
          />
          <NumberField
            label="Steps"
            description="Maximum number of calls to the model in one answer (20)."
            value={draft.maxSteps}
            onChange={(maxSteps) => change({ maxSteps: maxSteps ?? 20 })}
            min={1}
            max={100}
            isInteger
          />
        </SimpleGrid>
      </Stack>
    </Section>
  );
}
