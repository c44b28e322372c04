import { Badge, Button, Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { SplitIcon, TrashIcon } from '../../components/icons.ts';
import { JsonView } from '../../components/json-view.tsx';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { Time } from '../../components/time.tsx';
import { count, sentenceCase } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { DELETE_ONE_STATEMENT, RESTORE_ONE_ENTRY, SPLIT_ONE_ENTRY } from './documents.ts';
import { canChangeEntry } from './entry-changes.ts';
import { EntryLesson } from './entry-lesson.tsx';
import { useUndoWrites } from './use-undo-writes.ts';

type Statement = EntryDetailsFragment['statements'][number];

/** The statements of an entry, the newest first, each with its author and its times. */
export function EntryStatements({ entry }: { entry: EntryDetailsFragment }) {
  const { canWrite } = useSession();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { remove, split } = useStatementActions(entry);
  if (entry.lesson !== null) return <EntryLesson entry={entry} lesson={entry.lesson} />;
  const canChange = canChangeEntry(canWrite, entry);
  const canSplit = canChange && entry.statements.length > 1;
  const numbers = chosen.filter((number) => entry.statements.some((one) => one.number === number));
  return (
    <Stack gap="sm">
      {canSplit && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {numbers.length === 0
              ? 'Select statements that belong in an entry of their own.'
              : `${count(numbers.length, 'statement')} selected`}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<SplitIcon size={14} />}
            disabled={numbers.length === 0 || numbers.length === entry.statements.length}
            onClick={() => {
              setChosen([]);
              void split(numbers);
            }}
          >
            Split off
          </Button>
        </Group>
      )}
      {entry.statements.toReversed().map((statement) => (
        <StatementCard
          key={statement.number}
          statement={statement}
          isSelected={canSplit ? numbers.includes(statement.number) : null}
          onSelect={(isOn) =>
            setChosen((before) =>
              isOn
                ? [...before, statement.number]
                : before.filter((number) => number !== statement.number),
            )
          }
          onDelete={canChange ? () => remove(statement.number) : null}
        />
      ))}
    </Stack>
  );
}

/** Deletes a statement or splits some off. Both can be undone. */
function useStatementActions({ id: entryId, version, statements }: EntryDetailsFragment) {
  const refetch = ['EntryHistory'];
  const deletion = useAction(DELETE_ONE_STATEMENT, { refetch });
  const splitting = useAction(SPLIT_ONE_ENTRY, { refetch });
  const restoration = useAction(RESTORE_ONE_ENTRY, { refetch });
  const undo = useUndoWrites(refetch);
  return {
    remove: async (number: number) => {
      const input = { entryId, number, ifVersion: version };
      const data = await deletion.run({ input });
      if (!data) return;
      const { entry } = data.deleteStatement;
      // Deleting the only statement deletes the entry.
      const isAll = statements.length === 1;
      notifyUndo('Statement deleted', () =>
        isAll ? restoration.run({ input: { entryId } }) : undo([{ action: 'UPDATED', entry }]),
      );
    },
    split: async (numbers: number[]) => {
      const input = { entryId, numbers, ifVersion: version };
      const data = await splitting.run({ input });
      if (!data) return;
      const { entry } = data.splitEntry;
      notifyUndo(`Split off ${count(numbers.length, 'statement')} as a new entry`, () =>
        undo([{ action: 'UPDATED', entry }]),
      );
    },
  };
}

type CardProps = {
  statement: Statement;
  /** Null if it cannot be selected. */
  isSelected: boolean | null;
  onSelect: (isOn: boolean) => void;
  /** Null if it cannot be deleted. */
  onDelete: (() => void) | null;
};

function StatementCard({ statement, isSelected, onSelect, onDelete }: CardProps) {
  const { text, context, metadata, actor, source, occurredAt, lastStatedAt } = statement;
  return (
    <Paper p="md">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {isSelected !== null && (
          <Checkbox
            mt={2}
            checked={isSelected}
            onChange={(event) => onSelect(event.currentTarget.checked)}
            aria-label={`Select the statement “${text.slice(0, 60)}”`}
          />
        )}
        <Stack gap={6} flex={1} miw={0}>
          <Text className="entry-text">{text}</Text>
          {context && (
            <Text size="sm" c="dimmed" className="entry-text">
              Context: {context}
            </Text>
          )}
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" component="div">
              {sentenceCase(source)}
              {actor && `, ${actor.name}`} · said <Time value={lastStatedAt} />
              {occurredAt && (
                <>
                  {' '}
                  · happened <Time value={occurredAt} />
                </>
              )}
              {statement.statedCount > 1 && (
                <Badge ml={6} color="gray" c="var(--mantine-color-text)">
                  written {statement.statedCount} times
                </Badge>
              )}
            </Text>
            {onDelete && (
              <Button
                size="compact-sm"
                variant="subtle"
                color="gray"
                leftSection={<TrashIcon size={14} />}
                onClick={onDelete}
              >
                Delete statement
              </Button>
            )}
          </Group>
          {Object.keys(metadata).length > 0 && (
            <JsonView value={metadata} label="Metadata of the statement" />
          )}
        </Stack>
      </Group>
    </Paper>
  );
}
