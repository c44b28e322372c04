import { Badge } from '@mantine/core';

export function InTrashBadge() {
  return <Badge color="orange">In the trash</Badge>;
}

/** Marks an entry that another entry replaces. */
export function SupersededBadge() {
  return (
    <Badge
      color="gray"
      c="var(--mantine-color-text)"
      title="Another entry replaces it, so searches leave it out"
    >
      Superseded
    </Badge>
  );
}
