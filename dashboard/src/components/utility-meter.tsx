import { Box, Group, Text, Tooltip } from '@mantine/core';
import { count, ratio } from './words.ts';

type Props = { utility: number; reviewCount: number };

/** The utility of an entry as a number and a bar around its initial value 0.5; dimmed until a review moved it. */
export function UtilityMeter({ utility, reviewCount }: Props) {
  const from = Math.min(utility, 0.5) * 100;
  const width = Math.abs(utility - 0.5) * 100;
  const explanation =
    reviewCount === 0
      ? 'No review has moved it from 0.5 yet'
      : `Moved by ${count(reviewCount, 'review')}`;
  return (
    <Tooltip label={`Utility ${ratio(utility)}. ${explanation}`}>
      <Group gap={6} wrap="nowrap" w={84}>
        <Box
          pos="relative"
          h={6}
          flex={1}
          bg="var(--mantine-color-default-border)"
          style={{ borderRadius: 3 }}
        >
          <Box
            pos="absolute"
            left={`${from}%`}
            w={`${Math.max(width, 2)}%`}
            h={6}
            bg={utility < 0.5 ? 'red.6' : 'teal.6'}
            style={{ borderRadius: 3 }}
          />
        </Box>
        <Text size="xs" c={reviewCount === 0 ? 'dimmed' : undefined} ff="monospace">
          {ratio(utility)}
        </Text>
      </Group>
    </Tooltip>
  );
}
