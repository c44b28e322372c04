import type { EntryRow } from '../db/rows.ts';

/** A part of the state of a memory's stream: a sum of importance and a number of observations. */
export type StreamShare = { importance: number; count: number };

/**
 * The share of an entry in the state of its memory's stream, until a cycle covers it: an observation adds its
 * importance and 1 to the count, an insight only its importance. A plan, and an entry that was not recorded for the
 * stream, add nothing.
 */
export function streamShareOf(
  entry: Pick<EntryRow, 'kind' | 'lesson' | 'importance' | 'importanceParts'>,
): StreamShare | null {
  const { kind, lesson, importance, importanceParts } = entry;
  if (lesson !== null || importanceParts === null) return null;
  if (kind === 'OBSERVATION') return { importance, count: 1 };
  return kind === 'INSIGHT' ? { importance, count: 0 } : null;
}

/** The shares of the entries that have one. */
export function sharesOf(entries: readonly EntryRow[]): (StreamShare & { entryId: string })[] {
  return entries.flatMap((entry) => {
    const share = streamShareOf(entry);
    return share === null ? [] : [{ ...share, entryId: entry.id }];
  });
}

/** The difference of an entry's shares after and before a change; null if there is none. */
export function changeOfShare(before: EntryRow, after: EntryRow): StreamShare | null {
  const none = { importance: 0, count: 0 };
  const former = streamShareOf(before) ?? none;
  const next = streamShareOf(after) ?? none;
  const importance = next.importance - former.importance;
  const count = next.count - former.count;
  return importance === 0 && count === 0 ? null : { importance, count };
}

/** The sum of the shares of the entries after `covered`, the last entry that a cycle covers. */
export function sumShares(
  shares: readonly (StreamShare & { entryId: string })[],
  covered: string | null,
): StreamShare {
  const counted = shares.filter(({ entryId }) => covered === null || entryId > covered);
  return {
    importance: counted.reduce((sum, share) => sum + share.importance, 0),
    count: counted.reduce((sum, share) => sum + share.count, 0),
  };
}
