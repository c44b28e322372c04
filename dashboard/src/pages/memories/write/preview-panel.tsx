import { Alert, Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { DescribedError } from '../../../api/errors.ts';
import { AddIcon, CheckIcon, MergeIcon } from '../../../components/icons.ts';
import { TextLink } from '../../../components/link.tsx';
import { diffWords, TextDiff } from '../../../components/text-diff.tsx';
import { count } from '../../../components/words.ts';
import { useProjectId } from '../../../layout/use-project-id.ts';
import { SimilarityScale } from './similarity-scale.tsx';
import type { Preview } from './use-preview.ts';

type Props = {
  /** The text that the server compared. What was typed since is not in it. */
  text: string;
  preview: Preview | null;
  error: DescribedError | null;
  /** True while the preview of the last change is loading. */
  isStale: boolean;
  supersedes: readonly string[];
  onSupersede: (entryId: string) => void;
};

/** The message of the server for a text that is too long for one entry. */
const TOO_LONG = /^input\.content: must have at most/;

/** Why a text is not added to an entry with a similar statement (docs/writing.md). */
const WHY_NOT_ADDED =
  'The nearest entry does not take the text: another of its statements is less similar, it is full, its metadata or ' +
  'expiry is different, or names are swapped.';

/** Shows what a write would do, and why. */
export function PreviewPanel({ text, preview, error, isStale, supersedes, onSupersede }: Props) {
  const before = useMemo(() => (preview === null ? '' : nearest(preview, text)), [preview, text]);
  if (error !== null) {
    return (
      <Alert color="red" title={error.title} role="alert">
        {error.message}
        {TOO_LONG.test(error.message) && ' Use the tab “A document” for long texts.'}
      </Alert>
    );
  }
  if (preview === null) {
    return (
      <Text size="sm" c="dimmed" role="status">
        {isStale
          ? 'Comparing with what the memory holds…'
          : 'As you type, this shows what a write would do. Nothing is stored before you press the button.'}
      </Text>
    );
  }
  const { matchedEntry, similarity } = preview;
  const canSupersede = matchedEntry !== null && !supersedes.includes(matchedEntry.id);
  return (
    <Paper p="sm" role="region" aria-label="Preview" aria-busy={isStale}>
      <Stack gap="sm">
        <Outcome preview={preview} />
        {similarity !== null && matchedEntry !== null && <SimilarityScale preview={preview} />}
        {matchedEntry !== null && (
          <Box>
            <Group justify="space-between" mb={4} gap="xs">
              <Text size="sm" fw={600}>
                {preview.action === 'CREATED' ? 'Nearest entry' : 'Compared with it'}
              </Text>
              {canSupersede && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => onSupersede(matchedEntry.id)}
                >
                  Supersede it instead
                </Button>
              )}
            </Group>
            <Paper
              p="xs"
              mah={220}
              style={{ overflowY: 'auto' }}
              tabIndex={0}
              role="group"
              aria-label="Difference to the nearest entry"
            >
              <TextDiff before={before} after={text} />
            </Paper>
          </Box>
        )}
      </Stack>
    </Paper>
  );
}

function isSimilar({ matchedEntry, similarity, updateThreshold }: Preview): boolean {
  return matchedEntry !== null && similarity !== null && similarity >= updateThreshold;
}

function Outcome({ preview }: { preview: Preview }) {
  const projectId = useProjectId();
  const { action, matchedEntry, entry } = preview;
  if (action === 'CREATED' || matchedEntry === null) {
    return (
      <Group gap="xs" wrap="nowrap">
        <AddIcon size={18} />
        <Text size="sm">
          <b>A new entry</b> would be created.{isSimilar(preview) && ` ${WHY_NOT_ADDED}`}
        </Text>
      </Group>
    );
  }
  const link = (
    <TextLink
      size="sm"
      underline="always"
      c="var(--mantine-color-text)"
      to="/projects/$projectId/entries/$entryId"
      params={{ projectId, entryId: matchedEntry.id }}
    >
      this entry
    </TextLink>
  );
  if (action === 'SKIPPED') {
    return (
      <Group gap="xs" wrap="nowrap">
        <CheckIcon size={18} />
        <Text size="sm">
          <b>It is known already.</b> Only the count and the time of {link} would change.
        </Text>
      </Group>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <MergeIcon size={18} />
      <Text size="sm">
        <b>It would be added</b> to {link}, which then has{' '}
        {count(entry.statements.length, 'statement')}.
      </Text>
    </Group>
  );
}

/**
 * To find the nearest of many statements, each is compared with a lower limit than the one that is shown (`diffWords`).
 */
const MAX_COMPARED_WORDS = 100;

/** The statement of the matched entry that differs least from a text. */
function nearest({ matchedEntry }: Preview, text: string): string {
  const distance = (statement: string) =>
    diffWords(statement, text, MAX_COMPARED_WORDS)
      .filter(({ added, removed }) => added || removed)
      .reduce((sum, { value }) => sum + value.length, 0);
  const compared = (matchedEntry?.statements ?? []).map((statement) => ({
    statement: statement.text,
    distance: distance(statement.text),
  }));
  return compared.toSorted((one, other) => one.distance - other.distance)[0]?.statement ?? '';
}
