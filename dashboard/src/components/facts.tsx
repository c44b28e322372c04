import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Named values, one in each row; those without a value are left out. */
export function Facts({ items }: { items: readonly [label: string, value: ReactNode][] }) {
  return (
    <Box
      component="dl"
      m={0}
      style={{
        display: 'grid',
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        columnGap: 'var(--mantine-spacing-md)',
        rowGap: 6,
      }}
    >
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <Box key={label} style={{ display: 'contents' }}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          </Box>
        ))}
    </Box>
  );
}
