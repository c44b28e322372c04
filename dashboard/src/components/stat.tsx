import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { label: string; value: ReactNode; note?: ReactNode };

/** One number of a page with its name. */
export function Stat({ label, value, note }: Props) {
  return (
    <Paper p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={26} fw={650} lh={1.3} component="div">
        {value}
      </Text>
      {note && (
        <Text size="xs" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Paper>
  );
}
