import type { OverviewOverTimeQuery } from '../../api/types.ts';
import { AreaChart, BarChart, LineChart } from '../../components/lazy-charts.tsx';
import { compact, number } from '../../components/words.ts';
import { WRITE_COLORS } from '../../theme.ts';
import { type Span, tick } from './periods.ts';

type Stats = OverviewOverTimeQuery['stats'];
type History = NonNullable<OverviewOverTimeQuery['project']>['learning']['utilityHistory'];
type Props = { stats: Stats; span: Span; height: number };

/** What all charts have in common: no dots, a legend below, and a grid that stays in the background. */
const SHARED = {
  dataKey: 'time',
  withLegend: true,
  legendProps: { verticalAlign: 'bottom' as const, height: 32, itemSorter: null },
  tickLine: 'none' as const,
  gridAxis: 'x' as const,
  xAxisProps: { minTickGap: 24 },
  yAxisProps: { width: 44 },
};

export function WritesChart({ stats, span, height }: Props) {
  const data = stats.map((bucket) => ({
    time: tick(bucket.start, span),
    Created: bucket.entriesCreated,
    Updated: bucket.entriesUpdated,
    Skipped: bucket.entriesSkipped,
  }));
  return (
    <BarChart
      {...SHARED}
      h={height}
      data={data}
      type="stacked"
      valueFormatter={compact}
      series={[
        { name: 'Created', color: `${WRITE_COLORS.CREATED}.5` },
        { name: 'Updated', color: `${WRITE_COLORS.UPDATED}.5` },
        { name: 'Skipped', color: `${WRITE_COLORS.SKIPPED}.5` },
      ]}
    />
  );
}

export function PassRateChart({ stats, span, height }: Props) {
  const data = stats.map(({ start, passed, failed }) => ({
    time: tick(start, span),
    'Pass rate': passed + failed > 0 ? Math.round((100 * passed) / (passed + failed)) : null,
  }));
  return (
    <LineChart
      {...SHARED}
      withLegend={false}
      h={height}
      data={data}
      unit=" %"
      connectNulls
      withDots={isSparse(data.map((point) => point['Pass rate']))}
      curveType="monotone"
      yAxisProps={{ domain: [0, 100], width: 52 }}
      series={[{ name: 'Pass rate', color: 'teal.6' }]}
    />
  );
}

export function UtilityChart({
  history,
  span,
  height,
}: Omit<Props, 'stats'> & { history: History }) {
  const between = (classes: readonly number[], from: number, to: number) =>
    classes.slice(from, to).reduce((total, n) => total + n, 0);
  const data = history.map(({ at, classes }) => ({
    time: tick(at, span),
    low: between(classes, 0, 4),
    lower: between(classes, 4, 5),
    higher: between(classes, 5, 6),
    high: between(classes, 6, 10),
  }));
  return (
    <AreaChart
      {...SHARED}
      h={height}
      data={data}
      type="stacked"
      withDots={false}
      withGradient={false}
      fillOpacity={0.6}
      curveType="linear"
      valueFormatter={compact}
      series={[
        { name: 'low', label: 'Below 0.4', color: 'red.7' },
        { name: 'lower', label: '0.4 to 0.5', color: 'red.3' },
        { name: 'higher', label: '0.5 to 0.6', color: 'teal.3' },
        { name: 'high', label: 'Above 0.6', color: 'teal.7' },
      ]}
    />
  );
}

export function TokensChart({ stats, span, height }: Props) {
  const data = stats.map(({ start, inputTokens, outputTokens }) => ({
    time: tick(start, span),
    Sent: inputTokens,
    Received: outputTokens,
  }));
  return (
    <BarChart
      {...SHARED}
      h={height}
      data={data}
      type="stacked"
      valueFormatter={compact}
      series={[
        { name: 'Sent', color: 'indigo.5' },
        { name: 'Received', color: 'orange.5' },
      ]}
    />
  );
}

type LatencyProps = Props & { of: 'searchLatency' | 'generationLatency' };

export function LatencyChart({ stats, span, height, of }: LatencyProps) {
  const scale = of === 'generationLatency' ? 1000 : 1;
  const data = stats.map((bucket) => ({
    time: tick(bucket.start, span),
    Median: inUnit(bucket[of]?.p50, scale),
    '95th percentile': inUnit(bucket[of]?.p95, scale),
  }));
  return (
    <LineChart
      {...SHARED}
      h={height}
      data={data}
      unit={scale === 1 ? ' ms' : ' s'}
      connectNulls
      withDots={isSparse(data.map(({ Median }) => Median))}
      curveType="monotone"
      valueFormatter={number}
      yAxisProps={{ width: 64 }}
      series={[
        { name: 'Median', color: 'indigo.5' },
        { name: '95th percentile', color: 'orange.5' },
      ]}
    />
  );
}

function inUnit(ms: number | undefined, scale: number): number | null {
  return ms === undefined ? null : Number((ms / scale).toPrecision(2));
}

/** A line with few values shows each value as a dot, since a single value has no visible line. */
function isSparse(values: readonly (number | null)[]): boolean {
  return values.filter((value) => value !== null).length < 8;
}
