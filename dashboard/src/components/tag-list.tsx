import { Badge, Group } from '@mantine/core';

/** The tags of a memory. */
export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={4}>
      {tags.map((tag) => (
        <Badge key={tag} color="gray" variant="outline" c="var(--mantine-color-text)" fw={450}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}
