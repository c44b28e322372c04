import { Button, Group, Paper, Text, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { EntryRowFragment } from '../../../api/types.ts';
import { confirmDanger } from '../../../components/confirm.tsx';
import {
  CloseIcon,
  CompareIcon,
  CopyIcon,
  MergeIcon,
  MoveIcon,
  TrashIcon,
} from '../../../components/icons.ts';
import { count } from '../../../components/words.ts';
import { ChooseEntry } from './choose-entry.tsx';
import { ChooseMemory } from './choose-memory.tsx';
import { MAX_BULK_ENTRIES, useBulkActions } from './use-bulk-actions.ts';
import { useListKeys } from './use-list-keys.ts';
import type { Selection } from './use-selection.ts';

type Props = { selection: Selection; entries: readonly EntryRowFragment[]; memoryId: string };

/** More entries than this are deleted only after a question, although they can be restored. */
const MANY = 20;
/** Maximum number of entries that can be merged. */
const MAX_MERGED = 50;

type Asking = 'move' | 'copy' | 'merge' | 'supersede' | null;

/** What can be done with the selected entries. */
export function SelectionBar({ selection, entries, memoryId }: Props) {
  const actions = useBulkActions(memoryId);
  const [asking, setAsking] = useState<Asking>(null);
  const chosen = entries.filter(({ id }) => selection.ids.has(id));
  const ids = chosen.map(({ id }) => id);
  const current = chosen.filter(({ supersededAt }) => supersededAt === null);
  const remove = () => {
    const run = () => {
      selection.clear();
      void actions.remove(ids);
    };
    if (ids.length <= MANY) return run();
    confirmDanger({
      title: `Delete ${count(ids.length, 'entry', 'entries')}?`,
      text: 'Searches and lists leave them out. They stay in the trash, from which each can be restored.',
      confirm: 'Delete',
      onConfirm: run,
    });
  };
  useListKeys([['Delete', () => ids.length > 0 && tooMany(ids) === null && remove()]]);
  if (ids.length === 0) return null;
  const finish = (run: () => unknown) => {
    setAsking(null);
    selection.clear();
    run();
  };
  const mergeFault = whyNotMerge(chosen);
  return (
    <Paper
      p="xs"
      mb="xs"
      pos="sticky"
      top={60}
      shadow="sm"
      style={{ zIndex: 4 }}
      role="toolbar"
      aria-label="Selected entries"
    >
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {count(ids.length, 'entry', 'entries')} selected
        </Text>
        <Group gap={6} ml="auto">
          <BulkButton icon={TrashIcon} label="Delete" onClick={remove} fault={tooMany(ids)} />
          <BulkButton
            icon={MoveIcon}
            label="Move"
            onClick={() => setAsking('move')}
            fault={tooMany(ids)}
          />
          <BulkButton
            icon={CopyIcon}
            label="Copy"
            onClick={() => setAsking('copy')}
            fault={tooMany(ids)}
          />
          <BulkButton
            icon={MergeIcon}
            label="Merge"
            onClick={() => setAsking('merge')}
            fault={mergeFault}
          />
          <BulkButton
            icon={CompareIcon}
            label="Supersede"
            onClick={() => setAsking('supersede')}
            fault={
              current.length < 2
                ? 'Select entries that are not superseded yet, and the one that replaces them'
                : tooMany(ids)
            }
          />
          <BulkButton icon={CloseIcon} label="Clear" onClick={selection.clear} fault={null} />
        </Group>
      </Group>
      {(asking === 'move' || asking === 'copy') && (
        <ChooseMemory
          action={asking}
          entryCount={ids.length}
          except={memoryId}
          onClose={() => setAsking(null)}
          onChosen={(to) => finish(() => actions[asking](ids, to))}
        />
      )}
      {(asking === 'merge' || asking === 'supersede') && (
        <ChooseEntry
          action={asking}
          entries={current}
          onClose={() => setAsking(null)}
          onChosen={(first) => {
            const others = current.map(({ id }) => id).filter((id) => id !== first);
            finish(() =>
              asking === 'merge'
                ? actions.merge([first, ...others])
                : actions.supersede(others, first),
            );
          }}
        />
      )}
    </Paper>
  );
}

type BulkButtonProps = {
  icon: typeof TrashIcon;
  label: string;
  onClick: () => void;
  /** Why it cannot be done; null if it can. */
  fault: string | null;
};

function BulkButton({ icon: Icon, label, onClick, fault }: BulkButtonProps) {
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<Icon size={14} />}
      onClick={fault === null ? onClick : undefined}
      data-disabled={fault !== null || undefined}
      aria-disabled={fault !== null}
      aria-description={fault ?? undefined}
    >
      {label}
    </Button>
  );
  return fault === null ? button : <Tooltip label={fault}>{button}</Tooltip>;
}

function tooMany(ids: string[]): string | null {
  return ids.length > MAX_BULK_ENTRIES ? `At most ${MAX_BULK_ENTRIES} entries at once` : null;
}

function whyNotMerge(chosen: readonly EntryRowFragment[]): string | null {
  if (chosen.length < 2) return 'Select two or more entries to merge';
  if (chosen.length > MAX_MERGED) return `At most ${MAX_MERGED} entries can be merged`;
  if (new Set(chosen.map(({ kind }) => kind)).size > 1) {
    return 'Only entries of one kind can be merged';
  }
  if (chosen.some(({ supersededAt }) => supersededAt !== null)) {
    return 'A superseded entry cannot be merged';
  }
  return null;
}
