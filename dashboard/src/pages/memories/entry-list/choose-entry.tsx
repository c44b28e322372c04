import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { EntryRowFragment } from '../../../api/types.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { count } from '../../../components/words.ts';

type Props = {
  action: 'merge' | 'supersede';
  entries: readonly EntryRowFragment[];
  onClose: () => void;
  onChosen: (entryId: string) => void;
};

const WORDS = {
  merge: {
    title: 'Merge',
    question: 'Which entry stays?',
    explanation:
      'It gets the statements of all, and keeps its importance, utility and expiry. The others are deleted.',
    confirm: 'Merge',
  },
  supersede: {
    title: 'Supersede',
    question: 'Which entry replaces the others?',
    explanation: 'Searches leave the others out. They stay in the memory, marked as superseded.',
    confirm: 'Supersede',
  },
};

/** Asks which of the selected entries receives the statements of the others, or supersedes them. */
export function ChooseEntry({ action, entries, onClose, onChosen }: Props) {
  const [chosen, setChosen] = useState(entries[0]?.id ?? '');
  const { title, question, explanation, confirm } = WORDS[action];
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={`${title} ${count(entries.length, 'entry', 'entries')}`}
    >
      <Stack>
        <Radio.Group label={question} description={explanation} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="sm" mah={320} style={{ overflowY: 'auto' }} p={2}>
            {entries.map(({ id, content }) => (
              <Radio
                key={id}
                value={id}
                label={content.length > 200 ? `${content.slice(0, 200)}…` : content}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => onChosen(chosen)}>{confirm}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
