import type { App } from '../../app.ts';
import { isUnavailable } from '../../db/failures.ts';
import { transact } from '../../events/transact.ts';
import { readCountsAtCommit } from '../current-counts.ts';
import type { PendingWrites, Refusal } from './decide-parts.ts';
import { withEarlySearch, withNeighboursInCache } from './early-search.ts';
import { readStateAfterEvents } from './known-state.ts';
import { firstSlice, without } from './slices.ts';
import { fail, settle, type WaitingCall } from './waiting-calls.ts';
import { type Taken, writeRound } from './write-round.ts';

/**
 * Writes the next slices of a group under the locks of their memories. Meanwhile it searches for the neighbours of the
 * following slices. Returns the calls that have more to write. Never throws.
 */
export async function writeLocked(app: App, group: readonly WaitingCall[]): Promise<WaitingCall[]> {
  const nextSlices = group.map(({ rest }) => without(rest, firstSlice(rest).writes.length));
  const [unfinished, ...searched] = await Promise.all([
    writeGroupOrEach(app, group),
    // If the early search fails, the search is repeated under the lock, whose error the caller receives.
    ...nextSlices.map((slice) => withEarlySearch(app, slice).catch(() => slice)),
  ]);
  for (const [i, one] of group.entries()) {
    one.rest = { ...one.rest, earlySearch: searched[i]?.earlySearch ?? null };
  }
  return unfinished;
}

/**
 * Writes the next slice of each call in one transaction. If it fails as a whole, each call gets a transaction of its
 * own, so that only the one at fault fails. Returns the calls that have more to write.
 */
async function writeGroupOrEach(app: App, group: readonly WaitingCall[]): Promise<WaitingCall[]> {
  try {
    const slices = group.map(({ rest }) => firstSlice(rest));
    const results = await writeInOneTransaction(app, await withNeighboursInCache(app, slices));
    const rests = group.map(({ rest }) => rest);
    for (const [i, call] of group.entries()) {
      const result = results[i];
      if (result && 'outcomes' in result) call.rest = without(call.rest, result.outcomes.length);
      settle(call, rests[i], results[i]);
    }
    return group.filter((call) => !call.hasFailed && call.rest.writes.length > 0);
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) {
      for (const call of group) fail(call, error);
      return [];
    }
    const unfinished: WaitingCall[] = [];
    for (const one of group) unfinished.push(...(await writeGroupOrEach(app, [one])));
    return unfinished;
  }
}

/** Reads, decides and stores the parts in one transaction, under the locks of their memories. */
async function writeInOneTransaction(
  app: App,
  parts: readonly PendingWrites[],
): Promise<(Taken | Refusal)[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const { project } = first.caller;
  const cached = app.chunkCache.find({ projectId: project.id, space: first.space });
  // Sorted: two groups that take the same locks in different orders could deadlock.
  const locks = [...new Set(parts.map(({ memoryId }) => memoryId))].sort();
  // The calls of a group can have different actors, so each event has its own.
  const recorder = { project, actor: '' };
  const { results, keep, withCounts } = await transact(
    app,
    recorder,
    { locks },
    async (transaction) => {
      const all = await writeRound(app, transaction, parts, { isLast: true, cached });
      const outcomes = all.flatMap((result) => ('error' in result ? [] : result.outcomes));
      return {
        results: all,
        withCounts: readCountsAtCommit(transaction, project.id, cached ? outcomes : []),
        keep: cached && readStateAfterEvents(app, transaction, { cached, parts }),
      };
    },
  );
  keep?.();
  return results.map((result) =>
    'error' in result
      ? result
      : { outcomes: result.outcomes.map(withCounts), written: result.written.map(withCounts) },
  );
}
