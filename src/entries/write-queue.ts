import type { App } from '../app.ts';
import type { Cached } from '../chunk-cache/read-chunks.ts';
import { spaceName } from '../db/embedding-space.ts';
import { isUnavailable } from '../db/failures.ts';
import { transact } from '../events/transact.ts';
import { readCountsAtCommit } from './current-counts.ts';
import type { Part, Refusal } from './decide-parts.ts';
import type { PreparedWrite } from './embed-texts.ts';
import { mergeEarlySearches, searchBeforeLock } from './find-near.ts';
import { readStateAfterEvents } from './known-state.ts';
import { comparedOf } from './load-known.ts';
import { findNearInCache } from './near-in-cache.ts';
import { type Sent, sendAtOnce } from './write-at-once.ts';
import { type Taken, writeRound } from './write-round.ts';

/**
 * The queues of writes in this process. The writes that arrive while a transaction of their queue is under way are
 * taken by the next one together, so that they share its round trips and its commit, and none of them holds a
 * connection while it waits. Each project has a queue for bulks and one for everything else, so that a single write
 * does not wait for a slice of a bulk into another memory (docs/decisions/032-grouped-writes.md).
 */

/** Chunks of one call in one transaction. A bulk is cut into slices of this size, so that nobody waits for all of it. */
const SLICE_CHUNKS = 64;

/** Chunks in one transaction. Each is compared with the others in this process while other writers wait. */
const GROUP_CHUNKS = 128;

/**
 * If other calls are being written and the memory has more chunks than this, a call searches for similar entries as soon as it
 * arrives, in a transaction of its own. In a smaller memory, one search for all calls of a group takes less time.
 */
const MIN_CHUNKS_SEARCHED_AT_ONCE = 20_000;

/** A call with more chunks goes to the queue of the project's bulks. */
const BULK_CHUNKS = 16;

/** A call that waits, with the writes that are not stored yet. */
type Waiting = {
  rest: Part;
  onStored: (taken: Taken) => void;
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** The calls that wait, and those that are being written. */
type Queue = { waiting: Waiting[]; writing: readonly Waiting[] };

type QueueName = 'bulks' | 'others';
type ProjectQueues = Partial<Record<QueueName, Queue>>;

const queues = new WeakMap<App['connection'], Map<string, ProjectQueues>>();

/**
 * Stores the writes of a call, in one or more transactions that it shares with other calls of the project. `onStored`
 * receives what became of the next writes, after each commit.
 * @throws the error of the call; writes that `onStored` was told of are stored
 */
export async function writeInTurn(
  app: App,
  call: Part,
  onStored: Waiting['onStored'],
): Promise<void> {
  const projectId = call.caller.project.id;
  const isWriting = queues.get(app.connection)?.has(projectId) ?? false;
  const isSearched = isWriting && call.chunkCount > MIN_CHUNKS_SEARCHED_AT_ONCE;
  const rest = isSearched ? await withEarlySearch(app, call) : call;
  const ofProjects = queues.get(app.connection) ?? new Map<string, ProjectQueues>();
  queues.set(app.connection, ofProjects);
  const ofProject = ofProjects.get(projectId) ?? {};
  ofProjects.set(projectId, ofProject);
  const name = queueNameOf(ofProject, call);
  return new Promise((resolve, reject) => {
    const waiting = { rest, onStored, resolve, reject };
    const queue = ofProject[name];
    if (queue) return queue.waiting.push(waiting);
    const own = { waiting: [waiting], writing: [] };
    ofProject[name] = own;
    void run(app, own, () => {
      delete ofProject[name];
      if (Object.keys(ofProject).length === 0) ofProjects.delete(projectId);
    });
  });
}

/** Writes into the memory of a bulk wait for the bulk's lock anyway, and would let the others wait with them. */
function queueNameOf({ bulks }: ProjectQueues, { memoryId, writes }: Part): QueueName {
  if (chunksOf(writes) > BULK_CHUNKS) return 'bulks';
  const ofBulks = [...(bulks?.waiting ?? []), ...(bulks?.writing ?? [])];
  return ofBulks.some(({ rest }) => rest.memoryId === memoryId) ? 'bulks' : 'others';
}

/**
 * Finds the neighbours of the first slice of a call before the lock is taken: among the cached chunks, or in the database if the
 * project is not cached. Returns the call with the result.
 */
async function withEarlySearch(app: App, call: Part): Promise<Part> {
  const inMemory = { projectId: call.caller.project.id, memoryId: call.memoryId };
  // The earlier result is of the previous slice.
  const slice = { ...firstSlice(call), earlySearch: null };
  const [inCache] = await withNeighboursInCache(app, [slice]);
  if (inCache?.earlySearch) return { ...call, earlySearch: inCache.earlySearch };
  const compared = comparedOf(slice.writes, call.vectors);
  return { ...call, earlySearch: await searchBeforeLock(app, inMemory, call, compared) };
}

/**
 * Searches the cached chunks for the neighbours of the texts of several parts, which must be of one project. Returns the parts with
 * these neighbours. Texts whose neighbours are known from an earlier search are not compared again. If the project is not cached, the
 * parts are returned unchanged.
 */
async function withNeighboursInCache(app: App, parts: readonly Part[]): Promise<Part[]> {
  const wanted = parts.map((part) => {
    const compared = comparedOf(part.writes, part.vectors);
    const chunks = compared.filter((chunk) => !part.earlySearch?.near.has(chunk));
    // If the earlier result has none of these texts, it belongs to another slice of the bulk, and is not used.
    const early = part.earlySearch && chunks.length < compared.length ? [part.earlySearch] : [];
    return { ...part, chunks, early };
  });
  const [first] = wanted;
  if (first === undefined || wanted.every(({ chunks }) => chunks.length === 0)) return [...parts];
  const inProject = { projectId: first.caller.project.id, space: first.space };
  const found = await findNearInCache(app, inProject, wanted);
  return parts.map((part, i) => {
    const [asked, now] = [wanted[i], found?.[i]];
    if (!asked || !now || asked.chunks.length === 0) return part;
    return { ...part, earlySearch: mergeEarlySearches([...asked.early, now]) };
  });
}

/** Writes groups of calls until none waits, and then calls `end` before another call can be added. Never throws. */
async function run(app: App, queue: Queue, end: () => void): Promise<void> {
  for (;;) {
    const group = nextGroup(queue.waiting);
    const [first, ...others] = group;
    if (first === undefined) return end();
    queue.waiting = queue.waiting.filter((one) => !group.includes(one));
    queue.writing = group;
    const inARow = others.length === 0 ? await writeInARow(app, queue, first) : null;
    queue.waiting.unshift(...(inARow ?? (await writeAndSearch(app, group))));
    queue.writing = [];
  }
}

/**
 * Writes slices of a call until it has ended, or until another call waits. While a slice is stored, the next one is decided and sent behind it.
 * Returns the call if it has more to write. Returns null if its next slice must be decided under the locks.
 */
async function writeInARow(app: App, queue: Queue, call: Waiting): Promise<Waiting[] | null> {
  try {
    let sent = await sendSlice(app, call, null);
    while (sent !== null) {
      const next: Sent | null =
        queue.waiting.length === 0 ? await sendSlice(app, call, sent) : null;
      const [taken] = (await sent.stored) ?? [];
      if (taken === undefined) {
        // The slice behind it is not stored either.
        await next?.stored;
        return null;
      }
      if (settle(call, taken)) return [];
      if (next === null) return [call];
      sent = next;
    }
    return null;
  } catch (error) {
    call.reject(error);
    return [];
  }
}

/**
 * Sends the next slice of a call (`sendAtOnce`), behind the one that is being stored. Returns null if there is none, or if it cannot be sent
 * in this way. Never throws: a slice that fails here is decided under the locks, where its error is reported.
 */
async function sendSlice(app: App, call: Waiting, before: Sent | null): Promise<Sent | null> {
  const rest = before ? without(call.rest, before.taken[0] ?? 0) : call.rest;
  const cached = app.chunkCache.find({ projectId: rest.caller.project.id, space: rest.space });
  if (cached === null || rest.writes.length === 0) return null;
  try {
    const [slice] = await withNeighboursInCache(app, [firstSlice(rest)]);
    if (slice === undefined) return null;
    call.rest = { ...call.rest, earlySearch: slice.earlySearch };
    return sendAtOnce(app, cached, [slice], before);
  } catch {
    return null;
  }
}

/** Writes a group. While its slices are stored, it looks for what is near to the slices that follow. Returns the calls that have more to write. */
async function writeAndSearch(app: App, group: readonly Waiting[]): Promise<Waiting[]> {
  const nextSlices = group.map(({ rest }) => without(rest, firstSlice(rest).writes.length));
  const [unfinished, ...searched] = await Promise.all([
    writeGroup(app, group),
    // After an error here, the same is searched for under the lock; an error there is reported to the caller.
    ...nextSlices.map((slice) => withEarlySearch(app, slice).catch(() => slice)),
  ]);
  for (const [i, one] of group.entries()) {
    one.rest = { ...one.rest, earlySearch: searched[i]?.earlySearch ?? null };
  }
  return unfinished;
}

/** The calls that the next transaction serves: in the order of arrival, embedded in the same spaces. */
function nextGroup(waiting: readonly Waiting[]): Waiting[] {
  const [first] = waiting;
  const group: Waiting[] = [];
  let chunks = 0;
  for (const one of waiting) {
    if (first === undefined || spacesOf(one.rest) !== spacesOf(first.rest)) continue;
    chunks += Math.min(SLICE_CHUNKS, chunksOf(one.rest.writes));
    if (chunks > GROUP_CHUNKS && group.length > 0) break;
    group.push(one);
  }
  return group;
}

function spacesOf({ space, next }: Part): string {
  return JSON.stringify([spaceName(space), next && spaceName(next.space)]);
}

/**
 * Writes the next slice of each call in one transaction. If it fails as a whole, each call gets a transaction of its
 * own, so that only the one at fault fails. Returns the calls that have more to write.
 */
async function writeGroup(app: App, group: readonly Waiting[]): Promise<Waiting[]> {
  try {
    const slices = group.map(({ rest }) => firstSlice(rest));
    const results = await store(app, await withNeighboursInCache(app, slices));
    return group.filter((one, i) => !settle(one, results[i]));
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) {
      for (const { reject } of group) reject(error);
      return [];
    }
    const unfinished: Waiting[] = [];
    for (const one of group) unfinished.push(...(await writeGroup(app, [one])));
    return unfinished;
  }
}

/** Writes the parts in one packet if possible (`sendAtOnce`). Otherwise reads and decides under the locks of the memories. */
async function store(app: App, parts: readonly Part[]): Promise<(Taken | Refusal)[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const { caller, space } = first;
  const inProject = { projectId: caller.project.id, space };
  const cached = app.chunkCache.find(inProject);
  const stored = await (cached && sendAtOnce(app, cached, parts)?.stored);
  return stored ?? commitTogether(app, parts, { cached });
}

async function commitTogether(
  app: App,
  parts: readonly Part[],
  { cached }: { cached: Cached | null },
): Promise<(Taken | Refusal)[]> {
  const project = parts[0]?.caller.project;
  if (project === undefined) return [];
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

/** Whether the call has ended. Otherwise it keeps what is left to write. */
function settle(waiting: Waiting, result: Taken | Refusal | undefined): boolean {
  const { rest, onStored, resolve, reject } = waiting;
  if (result === undefined || 'error' in result) {
    reject(result?.error);
    return true;
  }
  if (result.outcomes.length > 0) onStored(result);
  waiting.rest = without(rest, result.outcomes.length);
  const hasEnded = waiting.rest.writes.length === 0;
  if (hasEnded) resolve();
  return hasEnded;
}

/** A part without its first writes, which are in the memory now. */
export function without(part: Part, taken: number): Part {
  const chunkCount = part.chunkCount + chunksOf(part.writes.slice(0, taken));
  const [items, writes] = [part.items.slice(taken), part.writes.slice(taken)];
  return { ...part, items, writes, chunkCount };
}

/** The first writes of a part with at most `SLICE_CHUNKS` chunks; a larger write is a slice of its own. */
export function firstSlice(part: Part): Part {
  const { items, writes } = part;
  let chunks = 0;
  const end = writes.findIndex((write, i) => {
    chunks += chunksOf([write]);
    return chunks > SLICE_CHUNKS && i > 0;
  });
  if (end === -1) return part;
  return { ...part, items: items.slice(0, end), writes: writes.slice(0, end) };
}

function chunksOf(writes: readonly PreparedWrite[]): number {
  let chunks = 0;
  for (const write of writes) chunks += write.type === 'TEXT' ? write.text.chunks.length : 1;
  return chunks;
}
