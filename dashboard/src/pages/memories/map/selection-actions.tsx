import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { MapEntryFragment } from '../../../api/types.ts';
import { confirmDanger } from '../../../components/confirm.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { FormActions } from '../../../components/form-actions.tsx';
import { MoveIcon, TagIcon, TrashIcon } from '../../../components/icons.ts';
import { MemorySelect } from '../../../components/memory-select.tsx';
import { notifyUndo } from '../../../components/notify-undo.tsx';
import { count } from '../../../components/words.ts';
import { useBulk } from './use-bulk.ts';

type Props = {
  memoryId: string;
  chosen: readonly MapEntryFragment[];
  /** Called with the entries that are no longer in the memory. */
  onGone: (ids: ReadonlySet<string>) => void;
  onClear: () => void;
  /** Called when entries came back. */
  onBack: () => void;
};

/** What can be done with the selected entries. */
export function SelectionActions({ memoryId, chosen, onGone, onClear, onBack }: Props) {
  const bulk = useBulk();
  const [dialog, setDialog] = useState<'move' | 'metadata' | null>(null);
  const ids = chosen.map(({ id }) => id);
  const named = count(ids.length, 'entry', 'entries');
  const isIdle = ids.length > 0 && bulk.progress === null;
  const move = async (target: string) => {
    setDialog(null);
    const moved = await bulk.move(ids, target);
    if (moved.length === 0) return;
    onGone(new Set(moved));
    notifyUndo(`${count(moved.length, 'entry', 'entries')} moved`, async () => {
      await bulk.move(moved, memoryId);
      onBack();
    });
  };
  const remove = () =>
    confirmDanger({
      title: `Delete ${named}?`,
      text: 'They can be restored from the trash.',
      confirm: `Delete ${named}`,
      onConfirm: async () => {
        const deleted = await bulk.remove(ids);
        onGone(new Set(deleted));
        if (deleted.length > 0) {
          notifications.show({
            color: 'teal',
            message: `${count(deleted.length, 'entry', 'entries')} deleted`,
          });
        }
      },
    });
  const addMetadata = async (metadata: Record<string, unknown>) => {
    setDialog(null);
    const changed = await bulk.addMetadata(chosen, metadata);
    if (changed.length === 0) return;
    const message = `Metadata added to ${count(changed.length, 'entry', 'entries')}`;
    notifications.show({ color: 'teal', message });
  };
  return (
    <Stack gap="xs" mb="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={!isIdle}
          leftSection={<MoveIcon size={14} />}
          onClick={() => setDialog('move')}
        >
          Move
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!isIdle}
          leftSection={<TagIcon size={14} />}
          onClick={() => setDialog('metadata')}
        >
          Add metadata
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!isIdle}
          leftSection={<TrashIcon size={14} />}
          onClick={remove}
        >
          Delete
        </Button>
        <Button size="xs" variant="subtle" disabled={!isIdle} onClick={onClear}>
          Clear
        </Button>
      </Group>
      {bulk.progress && (
        <Progress
          value={(100 * bulk.progress.done) / bulk.progress.of}
          aria-label={`${bulk.progress.done} of ${bulk.progress.of} done`}
        />
      )}
      {dialog === 'move' && (
        <MoveDialog
          named={named}
          memoryId={memoryId}
          onMove={move}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'metadata' && (
        <MetadataDialog named={named} onAdd={addMetadata} onClose={() => setDialog(null)} />
      )}
    </Stack>
  );
}

type MoveProps = {
  named: string;
  memoryId: string;
  onMove: (memoryId: string) => void;
  onClose: () => void;
};

function MoveDialog({ named, memoryId, onMove, onClose }: MoveProps) {
  const [target, setTarget] = useState<string | null>(null);
  const isSame = target === memoryId;
  return (
    <Dialog onClose={onClose} title={`Move ${named}`}>
      <Stack>
        <MemorySelect
          label="To the memory"
          placeholder="Type a part of the name"
          description={isSame ? 'They are in this memory already.' : undefined}
          value={target}
          onChange={setTarget}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={target === null || isSame}
            onClick={() => target !== null && onMove(target)}
          >
            Move {named}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

type MetadataProps = {
  named: string;
  onAdd: (metadata: Record<string, unknown>) => void;
  onClose: () => void;
};

function MetadataDialog({ named, onAdd, onClose }: MetadataProps) {
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  return (
    <Dialog
      onClose={onClose}
      isChanged={key.trim() !== '' || value.trim() !== ''}
      title={`Add metadata to ${named}`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAdd({ [key.trim()]: value.trim() });
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            Searches and agents can filter by it. A key that an entry has already gets the new
            value, and all statements of an entry get the same metadata.
          </Text>
          <TextInput
            label="Key"
            placeholder="topic"
            required
            data-autofocus
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <TextInput
            label="Value"
            placeholder="billing"
            required
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <FormActions
            submit={`Add to ${named}`}
            onCancel={onClose}
            disabled={key.trim() === '' || value.trim() === ''}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
