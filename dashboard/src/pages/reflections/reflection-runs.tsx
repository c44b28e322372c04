import { Box, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ReflectionByIdQuery } from '../../api/types.ts';
import { Section } from '../../components/section.tsx';
import { Stat } from '../../components/stat.tsx';
import { number } from '../../components/words.ts';
import { TraceCard } from '../traces/trace-card.tsx';

type Props = { runs: ReflectionByIdQuery; loadMore: () => Promise<unknown> };

/** The runs that retrieved a lesson, and how they went. */
export function ReflectionRuns({ runs: { runs, passed, failed }, loadMore }: Props) {
  const [isLoading, setLoading] = useState(false);
  const { edges, pageInfo, totalCount } = runs;
  if (totalCount === 0) {
    return (
      <Section title="Runs that got this lesson">
        <Text size="sm" c="dimmed">
          None yet. A run gets the lesson when its task is similar, through an agent with
          reflections or through augmentTask.
        </Text>
      </Section>
    );
  }
  const reviewed = passed.totalCount + failed.totalCount;
  const more = () => {
    setLoading(true);
    void loadMore().finally(() => setLoading(false));
  };
  return (
    <Section title="Runs that got this lesson">
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="xs" mb="md">
        <Stat label="Runs" value={number(totalCount)} />
        <Stat label="Passed" value={number(passed.totalCount)} />
        <Stat label="Failed" value={number(failed.totalCount)} />
        <Stat
          label="Pass rate"
          value={reviewed === 0 ? '–' : `${Math.round((passed.totalCount / reviewed) * 100)}%`}
        />
      </SimpleGrid>
      <Stack gap={8} role="list" aria-label="Runs">
        {edges.map(({ node }) => (
          <Box key={node.id} role="listitem">
            <TraceCard trace={node} />
          </Box>
        ))}
      </Stack>
      {pageInfo.hasNextPage && (
        <Button variant="default" size="xs" mt="md" loading={isLoading} onClick={more}>
          Show more runs
        </Button>
      )}
    </Section>
  );
}
