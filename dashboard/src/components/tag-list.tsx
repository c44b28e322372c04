import { Badge, Group } from '@mantine/core';

type Props = {
  tags: readonly string[];
  /** Makes each tag a button, for example one that adds it to a filter. */
  onPick?: (tag: string) => void;
};

/** The tags of a memory. */
export function TagList({ tags, onPick }: Props) {
  if (tags.length === 0) return null;
  const look = {
    color: 'gray',
    variant: 'outline',
    c: 'var(--mantine-color-text)',
    fw: 450,
    maw: '100%',
  } as const;
  return (
    <Group gap={4}>
      {tags.map((tag) =>
        onPick === undefined ? (
          <Badge key={tag} {...look}>
            {tag}
          </Badge>
        ) : (
          <Badge
            key={tag}
            component="button"
            type="button"
            {...look}
            style={{ cursor: 'pointer' }}
            onClick={() => onPick(tag)}
            aria-label={`Show memories with the tag ${tag}`}
          >
            {tag}
          </Badge>
        ),
      )}
    </Group>
  );
}
