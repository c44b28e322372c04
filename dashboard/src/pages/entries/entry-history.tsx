import { useQuery } from '@apollo/client/react';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useRefetchOn } from '../../api/live-events.tsx';
import type { EntryDetailsFragment, EntryHistoryQuery, RevisionChange } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { HistoryIcon, UndoIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { ENTRY_HISTORY, REVERT_ONE_ENTRY } from './documents.ts';
import { canChangeEntry } from './entry-changes.ts';
import { RevisionDiff, type State } from './revision-diff.tsx';

type Revision = NonNullable<EntryHistoryQuery['entry']>['revisions']['edges'][number]['node'];

const WORDS: Record<RevisionChange, string> = {
  STATEMENT_ADDED: 'A similar text was added as a statement',
  RESTATED: 'A text was said again',
  EDITED: 'Edited',
  DELETED: 'Deleted',
  RESTORED: 'Restored',
  REVERTED: 'A change was undone',
  STATEMENT_DELETED: 'A statement was deleted',
  SPLIT: 'Statements were split off',
  MERGED: 'Other entries were merged into it',
};

const CHANGES = [
  'ENTRY_STATEMENT_ADDED',
  'ENTRY_EDITED',
  'ENTRY_SPLIT',
  'ENTRY_MERGED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
] as const;

/** The changes of an entry, newest first, each of which can be undone. */
export function EntryHistory({ entry }: { entry: EntryDetailsFragment }) {
  const { data, error, refetch, fetchMore } = useQuery(ENTRY_HISTORY, {
    variables: { entryId: entry.id },
    refetchWritePolicy: 'merge',
  });
  useRefetchOn(CHANGES, refetch, (event) => event.entryId === entry.id);
  const revisions = data?.entry?.revisions;
  if (error && !revisions) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!revisions) return <PageLoader label="Loading the history" />;
  if (revisions.edges.length === 0) {
    return (
      <EmptyState icon={HistoryIcon} title="It never changed">
        Added statements, edits, merges, splits and deletions of this entry will be listed here,
        with a button that takes each back.
      </EmptyState>
    );
  }
  const { edges, pageInfo, totalCount } = revisions;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {count(totalCount, 'change')}
      </Text>
      {edges.map(({ node }, i) => (
        <RevisionCard
          key={node.number}
          revision={node}
          entry={entry}
          // A revision is the state before its change; the state after it is that of the next newer one.
          after={edges[i - 1]?.node ?? entry}
        />
      ))}
      {pageInfo.hasNextPage && (
        <Button
          variant="default"
          onClick={() => fetchMore({ variables: { after: pageInfo.endCursor } })}
        >
          Show older changes
        </Button>
      )}
    </Stack>
  );
}

type CardProps = { revision: Revision; entry: EntryDetailsFragment; after: State };

function RevisionCard({ revision, entry, after }: CardProps) {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const { number, change, similarity, actor, createdAt, relatedEntries } = revision;
  const revert = useAction(REVERT_ONE_ENTRY, {
    success: 'The statements are as they were before that change',
    refetch: ['EntryHistory'],
  });
  const canUndo = canChangeEntry(canWrite, entry) && change !== 'DELETED' && change !== 'RESTORED';
  return (
    <Paper p="md" component="article" aria-label={`Change ${number}: ${WORDS[change]}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {WORDS[change]}
            </Text>
            {similarity !== null && <Badge>similarity {ratio(similarity)}</Badge>}
          </Group>
          <Text size="sm" c="dimmed" component="div">
            {actor.name} · <Time value={createdAt} /> · change {number}
          </Text>
        </div>
        {canUndo && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<UndoIcon size={14} />}
            loading={revert.isRunning}
            onClick={() => revert.run({ input: { entryId: entry.id, revision: number } })}
          >
            {entry.version === number ? 'Undo this change' : 'Go back to before it'}
          </Button>
        )}
      </Group>
      <RevisionDiff before={revision} after={after} />
      {relatedEntries.length > 0 && (
        <Group gap="xs" mt="xs">
          <Text size="sm" c="dimmed">
            Also concerned:
          </Text>
          {relatedEntries.map(({ id, content }) => (
            <TextLink
              key={id}
              size="sm"
              maw={300}
              truncate
              to="/projects/$projectId/entries/$entryId"
              params={{ projectId, entryId: id }}
            >
              {content}
            </TextLink>
          ))}
        </Group>
      )}
    </Paper>
  );
}
