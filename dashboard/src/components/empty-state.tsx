import { Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';

type Props = {
  icon: ComponentType<{ size?: number | string }>;
  title: string;
  /** What the list will hold, and how it gets there. */
  children: ReactNode;
  /** The button that adds the first one. */
  action?: ReactNode;
};

/** Shown in the place of an empty list. */
export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <ThemeIcon size={48} radius="xl" variant="light">
        <Icon size={24} />
      </ThemeIcon>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={440} component="div">
        {children}
      </Text>
      {action}
    </Stack>
  );
}
