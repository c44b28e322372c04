import { SimpleGrid, Skeleton, Text } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { OverviewOverTimeQuery } from '../../api/types.ts';
import { Section } from '../../components/section.tsx';
import { lazyPart, loadOnceReachable } from '../../layout/lazy-component.ts';
import type { Span } from './periods.ts';

const CHART_HEIGHT = 220;

// The code of the charts is a chunk of its own. It loads at the same time as the figures.
const loaded = loadOnceReachable(() => import('./charts.tsx'));
const charts = () => loaded;
// If the code of the charts cannot be loaded, their place on the page shows the error.
loaded.catch(() => {});
const WritesChart = lazyPart(charts, 'WritesChart');
const PassRateChart = lazyPart(charts, 'PassRateChart');
const UtilityChart = lazyPart(charts, 'UtilityChart');
const TokensChart = lazyPart(charts, 'TokensChart');
const LatencyChart = lazyPart(charts, 'LatencyChart');

type Props = {
  /** Null while it is loaded. */
  data: OverviewOverTimeQuery | null;
  span: Span;
};

/** The charts of what happened in the period. */
export function OverTime({ data, span }: Props) {
  const stats = data?.stats ?? [];
  const has = (isSome: (bucket: OverviewOverTimeQuery['stats'][number]) => boolean) =>
    stats.some(isSome);
  const history = data?.project?.learning.utilityHistory ?? [];
  const isLoading = data === null;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel
        title="Writes"
        about="Texts that were new, added to an entry that is alike, or known already."
        isLoading={isLoading}
        empty={
          has((b) => b.entriesCreated + b.entriesUpdated + b.entriesSkipped > 0)
            ? null
            : 'Nothing was written in this period.'
        }
      >
        <WritesChart stats={stats} span={span} height={CHART_HEIGHT} />
      </Panel>
      <Panel
        title="Pass rate"
        about="The share of reviewed runs that achieved their task."
        isLoading={isLoading}
        empty={
          has((b) => b.passed + b.failed > 0)
            ? null
            : 'No run was reviewed in this period. Reviews teach which entries help.'
        }
      >
        <PassRateChart stats={stats} span={span} height={CHART_HEIGHT} />
      </Panel>
      <Panel
        title="Utilities"
        about="Entries that reviews have moved from 0.5: up in runs that went well, down in runs that did not."
        isLoading={isLoading}
        empty={
          history.some(({ classes }) => classes.some((n) => n > 0))
            ? null
            : 'No review has moved a utility yet.'
        }
      >
        <UtilityChart history={history} span={span} height={CHART_HEIGHT} />
      </Panel>
      <Panel
        title="Tokens"
        about="What agents and recorded runs sent to chat models, and received."
        isLoading={isLoading}
        empty={
          has((b) => b.inputTokens + b.outputTokens > 0)
            ? null
            : 'No run with tokens was recorded in this period.'
        }
      >
        <TokensChart stats={stats} span={span} height={CHART_HEIGHT} />
      </Panel>
      <Panel
        title="Search latency"
        about="Milliseconds in the server: half of the searches took less than the median, 1 in 20 more than the 95th percentile."
        isLoading={isLoading}
        empty={has((b) => b.searchLatency !== null) ? null : 'Nobody searched in this period.'}
      >
        <LatencyChart stats={stats} span={span} height={CHART_HEIGHT} of="searchLatency" />
      </Panel>
      <Panel
        title="Answer latency"
        about="Seconds that agents took for an answer, with the calls to their model."
        isLoading={isLoading}
        empty={
          has((b) => b.generationLatency !== null) ? null : 'No agent answered in this period.'
        }
      >
        <LatencyChart stats={stats} span={span} height={CHART_HEIGHT} of="generationLatency" />
      </Panel>
    </SimpleGrid>
  );
}

type PanelProps = {
  title: string;
  about: string;
  isLoading: boolean;
  /** The text in place of a chart without data. */
  empty: string | null;
  children: ReactNode;
};

function Panel({ title, about, isLoading, empty, children }: PanelProps) {
  const loading = <Skeleton height={CHART_HEIGHT} />;
  return (
    <Section title={title}>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      {isLoading ? (
        loading
      ) : empty !== null ? (
        <Text size="sm" py="lg" ta="center">
          {empty}
        </Text>
      ) : (
        <Suspense fallback={loading}>{children}</Suspense>
      )}
    </Section>
  );
}
