import { Badge, Box, Group, Paper, Text } from '@mantine/core';
import type { SearchHitFragment, SearchHowFragment } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { SupersededBadge } from '../../components/state-badges.tsx';
import { Time } from '../../components/time.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { count } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import type { Move } from './compare.ts';
import { MarkedText } from './marked-text.tsx';
import { decimals, ScoreBar } from './score-bar.tsx';

type Props = {
  hit: SearchHitFragment;
  /** The place among the results, from 1; null if the entry is not among them. */
  place: number | null;
  greatest: number;
  weights: SearchHowFragment['weights'] | null;
  move?: Move;
  /** Why it is not among the results. */
  reason?: string;
};

/** One ranked entry: its text, and what its rank is based on. */
export function ResultCard({ hit, place, greatest, weights, move, reason }: Props) {
  const projectId = useProjectId();
  const { entry, chunk, matchedWords, matches } = hit;
  // The chunk is a part of the best statement.
  const others = matches.slice(1);
  return (
    <Paper p="sm" role="listitem" data-entry={entry.id}>
      <Group gap="xs" mb={6}>
        {place !== null && (
          <Text fw={650} size="sm" miw={20}>
            {place}.
          </Text>
        )}
        {move && <MoveBadge move={move} />}
        <KindBadge kind={entry.kind} />
        {entry.supersededAt && <SupersededBadge />}
        <TextLink
          to="/projects/$projectId/memories/$memoryId"
          params={{ projectId, memoryId: entry.memory.id }}
          size="sm"
          style={{ overflowWrap: 'anywhere' }}
        >
          {entry.memory.name}
        </TextLink>
        <TextLink
          to="/projects/$projectId/entries/$entryId"
          params={{ projectId, entryId: entry.id }}
          size="sm"
          aria-label={`Open the entry “${entry.content.slice(0, 80)}”`}
        >
          Open
        </TextLink>
        <Box ml="auto">
          <UtilityMeter utility={entry.utility} reviewCount={entry.reviewCount} />
        </Box>
      </Group>
      <Text size="sm" mb="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <MarkedText text={chunk.text} words={matchedWords} />
      </Text>
      {reason && (
        <Text size="xs" fw={550} mb={6}>
          {reason}
        </Text>
      )}
      <ScoreBar hit={hit} greatest={greatest} weights={weights} />
      {others.length > 0 && (
        <Fold title={`${count(others.length, 'more statement')} of this entry match`}>
          {others.map(({ statement, relevance, occurredAt }) => (
            <Box key={statement.number} mb="xs">
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {statement.text}
              </Text>
              <Text size="xs" c="dimmed" component="div">
                relevance {decimals(relevance)} · <Time value={occurredAt} size="xs" c="dimmed" />
              </Text>
            </Box>
          ))}
        </Fold>
      )}
    </Paper>
  );
}

function MoveBadge({ move }: { move: Move }) {
  if (move.kind === 'same') return <Badge color="gray">Same place</Badge>;
  if (move.kind === 'new') return <Badge color="indigo">New</Badge>;
  const isUp = move.kind === 'up';
  return (
    <Badge color={isUp ? 'teal' : 'orange'} aria-label={`${isUp ? 'Up' : 'Down'} by ${move.by}`}>
      {isUp ? '↑' : '↓'} {move.by}
    </Badge>
  );
}
