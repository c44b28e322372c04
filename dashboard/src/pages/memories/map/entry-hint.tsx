import { Paper, Text } from '@mantine/core';
import type { MapEntryFragment } from '../../../api/types.ts';
import { KindBadge } from '../../../components/kind-badge.tsx';
import type { Point } from './use-layout.ts';
import type { Size } from './view.ts';

const WIDTH = 280;
/** Pixels between the point and the hint. */
const GAP = 12;

type Props = {
  entry: MapEntryFragment;
  /** Where its point is on the canvas, in pixels. */
  at: Point;
  /** The size of the canvas. */
  size: Size;
};

/** The text of the entry that the pointer is at, beside its point and within the canvas. */
export function EntryHint({ entry, at, size }: Props) {
  const isInLowerHalf = at.y > size.height / 2;
  return (
    <Paper
      p="xs"
      shadow="md"
      maw={WIDTH}
      pos="absolute"
      left={Math.max(0, Math.min(at.x + GAP, size.width - WIDTH))}
      {...(isInLowerHalf ? { bottom: size.height - at.y + GAP } : { top: at.y + GAP })}
      style={{ pointerEvents: 'none' }}
      aria-hidden
    >
      <KindBadge kind={entry.kind} />
      <Text size="sm" mt={4} lineClamp={5} style={{ overflowWrap: 'anywhere' }}>
        {entry.content}
      </Text>
    </Paper>
  );
}
