import type { App } from '../../app.ts';
import { spaceName } from '../../db/embedding-space.ts';
import { isUnavailable } from '../../db/failures.ts';
import { memoizeByObject } from '../../memoize-by-object.ts';
import type { PendingWrites } from './decide-parts.ts';
import { withEarlySearch, withNeighboursInCache } from './early-search.ts';
import { type SentWrites, sendOptimistic } from './optimistic-write.ts';
import { chunksOf, firstSlice, SLICE_CHUNKS, without } from './slices.ts';
import { fail, settle, type WaitingCall } from './waiting-calls.ts';
import { writeLocked } from './write-locked.ts';

/**
 * The queues of writes in this process. The writes that arrive while a transaction of their queue is under way are
 * taken by the next one together, so that they share its round trips and its commit, and none of them holds a
 * connection while it waits. Each project has a queue for bulks and one for everything else, so that a single write
 * does not wait for a slice of a bulk into another memory (docs/decisions/032-grouped-writes.md).
 */

/** Maximum number of chunks in one transaction, which are compared with each other while other writers wait. */
const GROUP_CHUNKS = 128;

/**
 * If other calls are being written, the project is not cached and the memory has more chunks than this, a call searches
 * for similar entries as soon as it arrives, in a transaction of its own. In a smaller memory, one search for all calls
 * of a group takes less time.
 */
const MIN_CHUNKS_OF_EARLY_SEARCH = 20_000;

/** A call with more chunks goes to the queue of the project's bulks. */
const BULK_CHUNKS = 16;

type Queue = {
  /** The calls that the next groups are made of. */
  waiting: WaitingCall[];
  /** All calls that have not ended: those that wait, and those that are being written. */
  calls: Set<PendingWrites>;
  /** Must be called after a call was added. */
  onArrival: () => void;
};

/** Writes that are being stored. `rests` has, for each call, the writes that it had left, including these. */
type SentGroup = {
  calls: readonly WaitingCall[];
  rests: readonly PendingWrites[];
  sent: SentWrites;
};

type QueueName = 'bulks' | 'others';
type ProjectQueues = Partial<Record<QueueName, Queue>>;

/** The queues of each project with calls that have not ended. */
const queuesOf = memoizeByObject((_: App['connection']) => new Map<string, ProjectQueues>());

/**
 * Stores the writes of a call, in one or more transactions that it shares with other calls of the project. `onStored`
 * receives the outcomes of the next writes after each commit.
 * @throws the error of the call; writes whose outcomes `onStored` received are stored
 */
export async function writeInQueue(
  app: App,
  call: PendingWrites,
  onStored: WaitingCall['onStored'],
): Promise<void> {
  const projectId = call.caller.project.id;
  const ofProjects = queuesOf(app.connection);
  const isWriting = ofProjects.has(projectId);
  const isLarge = call.chunkCount > MIN_CHUNKS_OF_EARLY_SEARCH;
  const isSearched = isWriting && isLarge && cachedOf(app, call) === null;
  const rest = isSearched ? await withEarlySearch(app, call) : call;
  const ofProject = ofProjects.get(projectId) ?? {};
  ofProjects.set(projectId, ofProject);
  const name = queueNameOf(ofProject, call);
  const known = ofProject[name];
  const queue: Queue = known ?? { waiting: [], calls: new Set(), onArrival: () => {} };
  ofProject[name] = queue;
  queue.calls.add(call);
  if (!known) {
    // If a slice of a bulk were sent ahead, other writes of the project would have to wait for two slices.
    const maySendAhead = () => name === 'others' || ofProject.others === undefined;
    const end = () => {
      delete ofProject[name];
      if (Object.keys(ofProject).length === 0) ofProjects.delete(projectId);
    };
    // Calls whose texts were embedded in one request arrive in the same turn of the event loop, and are written
    // together.
    setImmediate(() => void run(app, queue, { maySendAhead, end }));
  }
  return new Promise<void>((resolve, reject) => {
    queue.waiting.push({ rest, hasFailed: false, onStored, resolve, reject });
    queue.onArrival();
  }).finally(() => queue.calls.delete(call));
}

/**
 * The queue of a call. Writes to the memory of a bulk are queued with the bulks: they must wait for the bulk's lock
 * anyway, and in the other queue, writes to other memories would wait with them.
 */
function queueNameOf({ bulks }: ProjectQueues, { memoryId, writes }: PendingWrites): QueueName {
  if (chunksOf(writes) > BULK_CHUNKS) return 'bulks';
  return [...(bulks?.calls ?? [])].some((call) => call.memoryId === memoryId) ? 'bulks' : 'others';
}

function cachedOf(app: App, { caller, space }: PendingWrites) {
  return app.chunkCache.find({ projectId: caller.project.id, space });
}

/**
 * Writes groups of calls until no call waits. Then it calls `end`, in the same turn of the event loop, so that no call
 * is added in between. While a group is being stored, the next one is decided and sent behind it, as long as
 * `maySendAhead` (docs/decisions/061-groups-behind-each-other.md). Never throws.
 */
async function run(
  app: App,
  queue: Queue,
  { maySendAhead, end }: { maySendAhead: () => boolean; end: () => void },
): Promise<void> {
  let sending: SentGroup | null = null;
  for (;;) {
    const group = nextGroup(queue.waiting);
    if (sending === null) {
      if (group.length === 0) return end();
      sending = await sendGroup(app, queue, group, null);
      if (sending === null) await writeGroupLocked(app, queue, group);
    } else if (maySendAhead() && isAsLarge(group, sending)) {
      const next = await sendGroup(app, queue, group, sending);
      sending = await settleFirst(app, queue, sending, next);
    } else if (await endsBeforeArrival(sending, queue)) {
      sending = await settleFirst(app, queue, sending, null);
    }
  }
}

/** The calls that the next transaction serves: in the order of arrival, embedded in the same spaces. */
function nextGroup(waiting: readonly WaitingCall[]): WaitingCall[] {
  const [first] = waiting;
  const group: WaitingCall[] = [];
  let chunks = 0;
  for (const one of waiting) {
    if (first === undefined || spacesOf(one.rest) !== spacesOf(first.rest)) continue;
    chunks += Math.min(SLICE_CHUNKS, chunksOf(one.rest.writes));
    if (chunks > GROUP_CHUNKS && group.length > 0) break;
    group.push(one);
  }
  return group;
}

function spacesOf({ space, next }: PendingWrites): string {
  return JSON.stringify([spaceName(space), next && spaceName(next.space)]);
}

/**
 * Whether a group has at least as many calls as the one that is being stored, or as many chunks as a slice. A smaller
 * group is not sent yet, because more calls can join it.
 */
function isAsLarge(group: readonly WaitingCall[], { calls }: SentGroup): boolean {
  const chunks = group.reduce((sum, { rest }) => sum + chunksOf(rest.writes), 0);
  return group.length >= calls.length || chunks >= SLICE_CHUNKS;
}

/**
 * Waits until the writes are stored or have failed, or until another call waits. Returns false if a call came first.
 */
function endsBeforeArrival({ sent }: SentGroup, queue: Queue): Promise<boolean> {
  const ended = sent.stored.then(
    () => true,
    () => true,
  );
  const arrival = new Promise<false>((resolve) => {
    queue.onArrival = () => resolve(false);
  });
  return Promise.race([ended, arrival]);
}

/**
 * Takes the next slices of a group out of the queue and sends them (`sendOptimistic`), behind those that are being
 * stored. Returns null if they cannot be sent in this way. Never throws: writes that fail here are decided again under
 * the locks, and an error there is reported.
 */
async function sendGroup(
  app: App,
  queue: Queue,
  group: readonly WaitingCall[],
  before: SentGroup | null,
): Promise<SentGroup | null> {
  const [one] = group;
  const cached = one ? cachedOf(app, one.rest) : null;
  if (cached === null) return null;
  try {
    const unsearched = group.map(({ rest }) => firstSlice(rest));
    const slices = await withNeighboursInCache(app, unsearched);
    const rests = group.map(({ rest }, i) => {
      // If the slice cannot be sent now, it is not compared again.
      return { ...rest, earlySearch: slices[i]?.earlySearch ?? null };
    });
    setRests(group, rests);
    const sent = sendOptimistic(app, cached, slices, before?.sent);
    if (sent === null) return null;
    setRests(
      group,
      rests.map((rest, i) => without(rest, sent.taken[i] ?? 0)),
    );
    const unfinished = group.filter(({ rest }) => rest.writes.length > 0);
    queue.waiting = [...unfinished, ...queue.waiting.filter(isNotIn(group))];
    return { calls: group, rests, sent };
  } catch {
    return null;
  }
}

/**
 * Waits until the first of two groups is stored, and answers its calls. Returns the second one, which is still being
 * stored. If the first one is not stored, neither is the second, because it was decided as if the first were stored.
 * Then the first is written under the locks, the calls of the second wait again, and null is returned. Never throws.
 */
async function settleFirst(
  app: App,
  queue: Queue,
  first: SentGroup,
  second: SentGroup | null,
): Promise<SentGroup | null> {
  const { calls, rests, sent } = first;
  try {
    const stored = await sent.stored;
    if (stored !== null) {
      for (const [i, call] of calls.entries()) settle(call, rests[i], stored[i]);
      return second;
    }
  } catch (error) {
    if (calls.length === 1 || isUnavailable(error)) {
      for (const call of calls) fail(call, error);
      queue.waiting = queue.waiting.filter(isNotIn(calls));
      return second;
    }
  }
  await second?.sent.stored.catch(() => {});
  if (second) setRests(second.calls, second.rests);
  setRests(calls, rests);
  const taken = new Set([...calls, ...(second?.calls ?? [])]);
  const waiting = [...taken, ...queue.waiting.filter((call) => !taken.has(call))];
  queue.waiting = waiting.filter(({ hasFailed }) => !hasFailed);
  await writeGroupLocked(
    app,
    queue,
    calls.filter(({ hasFailed }) => !hasFailed),
  );
  return null;
}

/**
 * Takes a group out of the queue and writes it under the locks. Calls that have more to write are the first to wait
 * again. Never throws.
 */
async function writeGroupLocked(
  app: App,
  queue: Queue,
  group: readonly WaitingCall[],
): Promise<void> {
  queue.waiting = queue.waiting.filter(isNotIn(group));
  queue.waiting.unshift(...(await writeLocked(app, group)));
}

function setRests(calls: readonly WaitingCall[], rests: readonly PendingWrites[]): void {
  for (const [i, call] of calls.entries()) call.rest = rests[i] ?? call.rest;
}

function isNotIn(group: readonly WaitingCall[]) {
  return (call: WaitingCall) => !group.includes(call);
}
