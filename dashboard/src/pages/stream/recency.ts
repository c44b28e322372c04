import type { StreamEntryFragment, StreamSettingsFieldsFragment } from '../../api/types.ts';

const HOUR_MS = 3_600_000;

type Times = Pick<StreamEntryFragment, 'lastStatedAt' | 'lastAccessedAt'>;
type Decay = Pick<StreamSettingsFieldsFragment, 'decayFactor' | 'accessShare'>;

/** The recency of an entry as `SearchResult.recency` describes it, in 0..1. */
export function recencyOf(entry: Times, { decayFactor, accessShare }: Decay, now: number): number {
  const since = (time: string) =>
    decayFactor ** Math.max(0, (now - new Date(time).getTime()) / HOUR_MS);
  const accessed = entry.lastAccessedAt === null ? 0 : accessShare * since(entry.lastAccessedAt);
  return Math.max(since(entry.lastStatedAt), accessed);
}

/** When an entry happened, or was recorded. */
export function timeOf({ occurredAt, createdAt }: StreamEntryFragment): string {
  return occurredAt ?? createdAt;
}
