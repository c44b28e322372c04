import { Group, Progress, SimpleGrid, Text } from '@mantine/core';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { number } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import type { StreamMemory } from './stream-page.tsx';

/** Shows how near the next cycle is, as two bars. The cycle starts when both are full. */
export function StreamProgress({ memory }: { memory: StreamMemory }) {
  const { hasFeature } = useSession();
  const { stream } = memory;
  return (
    <Section title="Next insights">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Bar
          label="Importance"
          value={stream.cumulativeImportance}
          threshold={stream.importanceThreshold}
        />
        <Bar
          label="Observations"
          value={stream.observationCount}
          threshold={stream.minObservations}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="sm">
        {startOf(stream.settings.insights, hasFeature('CHAT'))}{' '}
        {stream.lastCycleAt ? (
          <>
            The last one ended <Time value={stream.lastCycleAt} />.
          </>
        ) : (
          'There was none yet.'
        )}
      </Text>
    </Section>
  );
}

function startOf(isAutomatic: boolean, hasModel: boolean): string {
  if (!hasModel) return 'The server has no chat model (set CHAT_MODEL), so no cycle can start.';
  return isAutomatic
    ? 'A cycle of questions and insights starts by itself when both bars are full.'
    : 'This stream starts no cycles by itself; its settings say so.';
}

type BarProps = { label: string; value: number; threshold: number };

function Bar({ label, value, threshold }: BarProps) {
  const shown = number(Math.round(value * 10) / 10);
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {shown} of {number(threshold)}
        </Text>
      </Group>
      <Progress.Root size="lg">
        <Progress.Section
          value={Math.min(100, (value / threshold) * 100)}
          color={value >= threshold ? 'teal' : undefined}
          aria-label={`${label}: ${shown} of ${number(threshold)}`}
        />
      </Progress.Root>
    </div>
  );
}
