import { Box, Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A part of a page with a heading of its own. */
export function Section({ title, actions, children }: Props) {
  return (
    <Paper component="section" p="md" aria-label={title}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2}>{title}</Title>
        {actions}
      </Group>
      <Box>{children}</Box>
    </Paper>
  );
}
