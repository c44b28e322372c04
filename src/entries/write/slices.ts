import type { PendingWrites } from './decide-parts.ts';
import type { PreparedWrite } from './prepare-writes.ts';

/**
 * Maximum number of chunks of one call in one transaction. A bulk is stored in slices of this size, so that other
 * writes wait for one slice only.
 */
export const SLICE_CHUNKS = 64;

/** A part without its first `taken` writes, whose chunks are added to `chunkCount`, because they are stored. */
export function without(part: PendingWrites, taken: number): PendingWrites {
  const chunkCount = part.chunkCount + chunksOf(part.writes.slice(0, taken));
  const [items, writes] = [part.items.slice(taken), part.writes.slice(taken)];
  return { ...part, items, writes, chunkCount };
}

/** The first writes of a part with at most `SLICE_CHUNKS` chunks; a larger write is a slice of its own. */
export function firstSlice(part: PendingWrites): PendingWrites {
  const { items, writes } = part;
  let chunks = 0;
  const end = writes.findIndex((write, i) => {
    chunks += chunksOf([write]);
    return chunks > SLICE_CHUNKS && i > 0;
  });
  if (end === -1) return part;
  return { ...part, items: items.slice(0, end), writes: writes.slice(0, end) };
}

export function chunksOf(writes: readonly PreparedWrite[]): number {
  let chunks = 0;
  for (const write of writes) chunks += write.type === 'TEXT' ? write.text.chunks.length : 1;
  return chunks;
}
