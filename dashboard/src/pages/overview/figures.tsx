import { SimpleGrid, Text } from '@mantine/core';
import type { OverviewOverTimeQuery, OverviewQuery } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { Stat } from '../../components/stat.tsx';
import { bytes, compact, count, number } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import type { Span } from './periods.ts';

type Buckets = OverviewOverTimeQuery['stats'];
type Props = {
  project: NonNullable<OverviewQuery['project']>;
  /** Null while they are loaded. */
  buckets: Buckets | null;
  span: Span;
};

/** The main numbers of the project, and how many things wait for a person. */
export function Figures({ project, buckets, span }: Props) {
  const projectId = useProjectId();
  const { usage, memories, learning, jobs } = project;
  const sums = buckets && sumsOf(buckets);
  const reviews = sums ? sums.passed + sums.failed : 0;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm">
      <Stat
        label="Entries"
        value={shortNumber(usage.entries)}
        note={sums ? `+${compact(sums.created)} ${span.words}` : '…'}
      />
      <Stat
        label="Memories"
        value={shortNumber(memories.totalCount)}
        note={`${bytes(usage.bytes)} of text`}
      />
      <Stat
        label="Runs"
        value={shortNumber(learning.tracesTotal)}
        note={sums ? `+${compact(sums.traces)} ${span.words}` : '…'}
      />
      <Stat
        label="To review"
        value={shortNumber(learning.tracesPending)}
        note={
          learning.tracesPending > 0 ? (
            <TextLink to="/projects/$projectId/review" params={{ projectId }} size="xs">
              Review them
            </TextLink>
          ) : (
            'Nothing to do'
          )
        }
      />
      <Stat
        label="Pass rate"
        value={reviews > 0 && sums ? `${Math.round((100 * sums.passed) / reviews)} %` : '–'}
        note={sums ? `${count(reviews, 'review')} ${span.words}` : '…'}
      />
      <Stat
        label="Failed jobs"
        value={
          <Text span inherit c={jobs.totalCount > 0 ? 'var(--mantine-color-error)' : undefined}>
            {number(jobs.totalCount)}
          </Text>
        }
        note={
          jobs.totalCount > 0 ? (
            <TextLink
              to="/projects/$projectId/jobs"
              params={{ projectId }}
              search={{ status: 'FAILED' }}
              size="xs"
            >
              See why
            </TextLink>
          ) : (
            'All is well'
          )
        }
      />
    </SimpleGrid>
  );
}

/** The whole number, or a short form of a large one. */
function shortNumber(value: number): string {
  return value < 100_000 ? number(value) : compact(value);
}

function sumsOf(buckets: Buckets) {
  const sum = (name: 'entriesCreated' | 'traces' | 'passed' | 'failed') =>
    buckets.reduce((total, bucket) => total + bucket[name], 0);
  return {
    created: sum('entriesCreated'),
    traces: sum('traces'),
    passed: sum('passed'),
    failed: sum('failed'),
  };
}
