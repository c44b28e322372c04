import { Badge, Box, Checkbox, Group, Paper, Text } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { EntryRowFragment } from '../../../api/types.ts';
import { KindBadge } from '../../../components/kind-badge.tsx';
import { TextLink } from '../../../components/link.tsx';
import { SupersededBadge } from '../../../components/state-badges.tsx';
import { Time } from '../../../components/time.tsx';
import { UtilityMeter } from '../../../components/utility-meter.tsx';
import { count, sentenceCase } from '../../../components/words.ts';
import { useProjectId } from '../../../layout/use-project-id.ts';
import type { Mark } from './use-live-entries.ts';

type Props = {
  entry: EntryRowFragment;
  mark: Mark | undefined;
  /** Null if nothing can be selected. */
  isSelected: boolean | null;
  onToggle: (id: string, range: boolean) => void;
};

/** An entry in the list of its memory. */
export function EntryRow({ entry, mark, isSelected, onToggle }: Props) {
  return (
    <Paper
      px="md"
      py="sm"
      data-entry-row
      style={{
        borderColor: mark ? 'var(--mantine-color-teal-6)' : undefined,
        background: isSelected ? 'var(--mantine-primary-color-light)' : undefined,
      }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {isSelected !== null && (
          <Checkbox
            mt={2}
            checked={isSelected}
            onChange={() => {}}
            onClick={(event) => onToggle(entry.id, event.shiftKey)}
            onKeyDown={moveFocus}
            aria-label={`Select the entry “${entry.content.slice(0, 60)}”`}
          />
        )}
        <Box flex={1} miw={0}>
          <EntryText entry={entry} />
          <Group gap="xs" mt={6}>
            {mark && (
              <Badge color="teal" variant="filled" autoContrast>
                {mark === 'new' ? 'New' : 'Changed'}
              </Badge>
            )}
            <Properties entry={entry} />
          </Group>
        </Box>
      </Group>
    </Paper>
  );
}

function EntryText({ entry }: { entry: EntryRowFragment }) {
  const projectId = useProjectId();
  return (
    <TextLink
      to="/projects/$projectId/entries/$entryId"
      params={{ projectId, entryId: entry.id }}
      underline="hover"
      c="var(--mantine-color-text)"
    >
      <Text component="span" className="entry-text" size="sm" lineClamp={4} display="-webkit-box">
        {entry.content}
      </Text>
    </TextLink>
  );
}

function Properties({ entry }: { entry: EntryRowFragment }) {
  const statements = entry.statements.length;
  return (
    <>
      <KindBadge kind={entry.kind} />
      {entry.supersededAt && <SupersededBadge />}
      <UtilityMeter utility={entry.utility} reviewCount={entry.reviewCount} />
      <Text size="xs" c="dimmed" component="div">
        {sentenceCase(entry.source)}
        {statements > 1 && ` · ${count(statements, 'statement')}`} ·{' '}
        <Time value={entry.createdAt} size="xs" />
        {entry.expiresAt && (
          <>
            {' '}
            · expires <Time value={entry.expiresAt} size="xs" />
          </>
        )}
      </Text>
    </>
  );
}

/** The arrow keys move the focus to the check box of the next row; with Shift, they select on the way. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  const item = event.currentTarget.closest('[role=listitem]');
  const index = Number(item?.getAttribute('data-index')) + (event.key === 'ArrowDown' ? 1 : -1);
  const next = item?.parentElement?.querySelector<HTMLInputElement>(
    `[data-index="${index}"] input[type=checkbox]`,
  );
  next?.focus();
  if (event.shiftKey && next && !next.checked) next.click();
}
