import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { MemorySelect } from '../../../components/memory-select.tsx';
import { count } from '../../../components/words.ts';

type Props = {
  action: 'move' | 'copy';
  /** How many entries are moved or copied. */
  entryCount: number;
  except: string;
  onClose: () => void;
  onChosen: (memoryId: string) => void;
};

const TITLES = { move: 'Move', copy: 'Copy' };
const EXPLANATIONS = {
  move: 'The entries keep their ids, history and utility.',
  copy: 'Each copy is written like a new entry: what the memory holds already is not stored again.',
};

/** Asks for the memory to which entries are moved or copied. */
export function ChooseMemory({ action, entryCount, except, onClose, onChosen }: Props) {
  const [memoryId, setMemoryId] = useState<string | null>(null);
  return (
    <Dialog onClose={onClose} title={`${TITLES[action]} ${count(entryCount, 'entry', 'entries')}`}>
      <Stack>
        <MemorySelect
          label="To the memory"
          description={EXPLANATIONS[action]}
          value={memoryId}
          onChange={setMemoryId}
          except={except}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={memoryId === null}
            onClick={() => memoryId !== null && onChosen(memoryId)}
          >
            {TITLES[action]}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
