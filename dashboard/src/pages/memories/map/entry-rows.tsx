import { Box, Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { MapEntryFragment } from '../../../api/types.ts';
import { KindBadge } from '../../../components/kind-badge.tsx';
import { TextLink } from '../../../components/link.tsx';
import { number, ratio } from '../../../components/words.ts';
import { useProjectId } from '../../../layout/use-project-id.ts';

type Props = {
  entries: readonly MapEntryFragment[];
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
};

const ROW_HEIGHT = 84;

/** The entries of the map as a list, in which they can be read and selected without a pointer. */
export function EntryRows({ entries, selected, onSelect }: Props) {
  const [choice, setChoice] = useState<'all' | 'selected' | null>(null);
  // A selection that is made on the map is shown at once. The choice in this list stays.
  const view = choice ?? (selected.size > 0 ? 'selected' : 'all');
  const shown = view === 'all' ? entries : entries.filter(({ id }) => selected.has(id));
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setChoice(view);
    onSelect(next);
  };
  return (
    <Box>
      <SegmentedControl
        fullWidth
        mb="xs"
        aria-label="Entries in the list"
        value={view}
        onChange={(chosen) => setChoice(chosen === 'all' ? 'all' : 'selected')}
        data={[
          { value: 'all', label: `All (${number(entries.length)})` },
          { value: 'selected', label: `Selected (${number(selected.size)})` },
        ]}
      />
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {view === 'selected'
            ? 'Draw around points on the map with Shift held down, or tick entries in the list of all.'
            : 'No entries.'}
        </Text>
      ) : (
        <Rows entries={shown} selected={selected} onToggle={toggle} />
      )}
    </Box>
  );
}

type RowsProps = {
  entries: readonly MapEntryFragment[];
  selected: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

function Rows({ entries, selected, onToggle }: RowsProps) {
  const projectId = useProjectId();
  const scroll = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
  });
  return (
    <Box ref={scroll} h={440} tabIndex={-1} style={{ overflowY: 'auto' }}>
      <Box role="list" aria-label="Entries" pos="relative" h={virtualizer.getTotalSize()}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <Group
              key={entry.id}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              wrap="nowrap"
              align="flex-start"
              gap="xs"
              pos="absolute"
              left={0}
              right={0}
              top={start}
              h={ROW_HEIGHT}
              p={6}
            >
              <Checkbox
                mt={2}
                checked={selected.has(entry.id)}
                onChange={() => onToggle(entry.id)}
                aria-label={`Select “${entry.content.slice(0, 80)}”`}
              />
              <Box miw={0}>
                <TextLink
                  to="/projects/$projectId/entries/$entryId"
                  params={{ projectId, entryId: entry.id }}
                  size="sm"
                  lineClamp={2}
                  c="var(--mantine-color-text)"
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {entry.content}
                </TextLink>
                <Group gap={6} mt={2}>
                  <KindBadge kind={entry.kind} />
                  <Text size="xs" c="dimmed">
                    utility {ratio(entry.utility)}
                  </Text>
                </Group>
              </Box>
            </Group>
          );
        })}
      </Box>
    </Box>
  );
}
