import '@mantine/charts/styles.css';
import { CompositeChart } from '@mantine/charts';
import { VisuallyHidden } from '@mantine/core';
import type { StreamEntryFragment, StreamSettingsFieldsFragment } from '../../api/types.ts';
import { count } from '../../components/words.ts';
import { recencyOf, timeOf } from './recency.ts';

type Props = {
  /** Newest first. */
  entries: readonly StreamEntryFragment[];
  settings: StreamSettingsFieldsFragment;
};

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

/** The importance of each entry as a bar, and its recency as a line, oldest at the left. */
export function StreamChart({ entries, settings }: Props) {
  const now = Date.now();
  const data = entries.toReversed().map((entry, i) => ({
    // Several entries can happen on one day, and each needs a place of its own.
    place: `${i} ${DAY.format(new Date(timeOf(entry)))}`,
    importance: entry.importance,
    recency: Math.round(recencyOf(entry, settings, now) * 100) / 100,
  }));
  return (
    <>
      <VisuallyHidden>
        A chart of the importance and the recency of the latest{' '}
        {count(data.length, 'entry', 'entries')}. The list below has the same numbers.
      </VisuallyHidden>
      <CompositeChart
        aria-hidden
        h={240}
        data={data}
        dataKey="place"
        series={[
          { name: 'importance', label: 'Importance (1 to 10)', color: 'indigo.6', type: 'bar' },
          {
            name: 'recency',
            label: 'Recency (0 to 1)',
            color: 'teal.6',
            type: 'line',
            yAxisId: 'right',
          },
        ]}
        withLegend
        withRightYAxis
        withDots={false}
        curveType="monotone"
        composedChartProps={{ accessibilityLayer: false }}
        maxBarWidth={28}
        yAxisProps={{ domain: [0, 10], ticks: [0, 5, 10], width: 32 }}
        rightYAxisProps={{ domain: [0, 1], ticks: [0, 0.5, 1], width: 32 }}
        xAxisProps={{ tickFormatter: dayOf, minTickGap: 32 }}
        tooltipProps={{ labelFormatter: (label) => dayOf(String(label)) }}
      />
    </>
  );
}

function dayOf(place: string): string {
  return place.replace(/^\d+ /, '');
}
