import { Anchor, Box, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useEffect } from 'react';

/** A link to a page above, whose name may be long. */
export const CrumbLink = createLink((props: ComponentProps<typeof Anchor<'a'>>) => (
  <Anchor maw={300} truncate {...props} />
));

type Props = {
  title: string;
  /** What stands beside the title in place of its text, such as a name with a badge. */
  heading?: ReactNode;
  description?: ReactNode;
  /** The pages above this one. */
  crumbs?: ReactNode[];
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every page: its title, which is also the title of the window, its actions, and its content. */
export function Page({ title, heading, description, crumbs, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Lorebase`;
  }, [title]);
  return (
    <Box maw={1240} mx="auto" w="100%">
      {crumbs && (
        <Breadcrumbs mb={6} fz="sm" className="crumbs">
          {crumbs}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Box flex="1 1 240px" miw={0}>
          <Title order={1} style={{ overflowWrap: 'anywhere' }}>
            {heading ?? title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" mt={4} component="div">
              {description}
            </Text>
          )}
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
