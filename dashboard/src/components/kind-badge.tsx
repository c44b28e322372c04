import { Badge } from '@mantine/core';
import type { EntryKind } from '../api/types.ts';
import { KIND_COLORS } from '../theme.ts';
import { sentenceCase } from './words.ts';

export function KindBadge({ kind }: { kind: EntryKind }) {
  return <Badge color={KIND_COLORS[kind]}>{sentenceCase(kind)}</Badge>;
}
