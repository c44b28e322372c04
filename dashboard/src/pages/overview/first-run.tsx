import { Button, Group, Stack, Text, Textarea, TextInput, ThemeIcon } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useAction } from '../../api/use-action.ts';
import { Section } from '../../components/section.tsx';
import { useSession } from '../../session/session.tsx';
import { OVERVIEW_FIRST_ENTRY, OVERVIEW_FIRST_MEMORY } from './documents.ts';
import { UseIt } from './use-it.tsx';

const EXAMPLE =
  'We answer customers in their own language, and never promise a date that we cannot keep.';

/** What is shown in a project without entries: how to fill it, and how to use it. */
export function FirstRun({ onSecret }: { onSecret: (isShown: boolean) => void }) {
  const { canWrite } = useSession();
  return (
    <Stack>
      <Section title="Write the first entry">
        {canWrite ? (
          <FirstEntry />
        ) : (
          <Text size="sm">
            The project is empty, and your key only reads. Someone with a key of role WRITE has to
            write the first entry; it then appears here.
          </Text>
        )}
      </Section>
      <Section title="Use it from your code">
        <UseIt onSecret={onSecret} />
      </Section>
    </Stack>
  );
}

function FirstEntry() {
  const [name, setName] = useState('Team notes');
  const [content, setContent] = useState(EXAMPLE);
  const memory = useAction(OVERVIEW_FIRST_MEMORY);
  const entry = useAction(OVERVIEW_FIRST_ENTRY, {
    success: 'Written. Agents can find it now.',
    refetch: ['Overview', 'OverviewOverTime'],
  });
  const write = async (event: FormEvent) => {
    event.preventDefault();
    const made = await memory.run({ name: name.trim() });
    if (made) await entry.run({ memoryId: made.createMemory.memory.id, content });
  };
  return (
    <form onSubmit={write}>
      <Stack gap="sm">
        <Step number={1}>
          <TextInput
            label="Memory"
            description="A named collection of entries, such as one for each customer"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
        </Step>
        <Step number={2}>
          <Textarea
            label="Entry"
            description="A fact that agents should know, in a sentence or two"
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
            autosize
            minRows={2}
            required
          />
        </Step>
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={memory.isRunning || entry.isRunning}
            disabled={name.trim() === '' || content.trim() === ''}
          >
            Write the entry
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <Group wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon radius="xl" variant="light" size="md" aria-hidden>
        {number}
      </ThemeIcon>
      <div style={{ flex: 1, minWidth: 0 }}>{children}</div>
    </Group>
  );
}
