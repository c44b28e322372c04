import { ColorSwatch, Group, Text, useComputedColorScheme } from '@mantine/core';
import type { MapEntryFragment } from '../../../api/types.ts';
import { number } from '../../../components/words.ts';
import { classesOf, classOf, cssVariable } from './coloring.ts';
import type { Coloring } from './search-params.ts';

type Props = { entries: readonly MapEntryFragment[]; coloring: Coloring };

/** What the colors mean, with the number of entries of each. */
export function MapLegend({ entries, coloring }: Props) {
  const scheme = useComputedColorScheme('light');
  const now = Date.now();
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const { label } = classOf(entry, coloring, now);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const present = classesOf(coloring).filter(({ label }) => counts.has(label));
  return (
    <Group gap="md" role="list" aria-label="Colors">
      {present.map((group) => (
        <Group key={group.label} gap={6} wrap="nowrap" role="listitem">
          <ColorSwatch
            color={`var(${cssVariable(group[scheme])})`}
            size={12}
            withShadow={false}
            aria-hidden
          />
          <Text size="xs">
            {group.label} ({number(counts.get(group.label) ?? 0)})
          </Text>
        </Group>
      ))}
    </Group>
  );
}
