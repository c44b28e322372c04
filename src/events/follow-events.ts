import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isUnavailable } from '../db/failures.ts';
import type { EventRow } from '../db/rows.ts';
import type { ChangeListener } from './changes.ts';
import { encodePosition, endOfTransaction, type Position } from './position.ts';
import { hasUnsettledEvents, selectEvents, selectSnapshot } from './queries.ts';
import { startPosition } from './start-position.ts';

const BATCH = 200;
/** Poll interval while an older transaction hides committed events. */
const UNSETTLED_POLL_MS = 20;
/** Poll interval without a notification. It matters only if a notification of another process is lost. */
const IDLE_POLL_MS = 2000;
const RETRY_MS = 500;

export type Follow = {
  projectId: string;
  after: string | null;
  /** The events of a batch that are wanted. */
  select: (events: EventRow[]) => Promise<EventRow[]>;
  /** Called after wanted events were read and before they are delivered. An error ends the stream. */
  checkAccess: () => Promise<void>;
};

/** The start position of a follower, and a predicate for events after it that precede the subscription. */
type Start = { position: Position; cameBefore: (event: EventRow) => boolean };

/**
 * Streams the events of a project, each exactly once and in the order of the log, as soon as no older
 * transaction is running. A lost database connection delays events.
 * @throws BAD_USER_INPUT, CURSOR_EXPIRED
 */
export async function followEvents(app: App, follow: Follow): Promise<AsyncGenerator<EventRow>> {
  const listener = app.changes.listen(follow.projectId);
  try {
    const start = await startOf(app, follow);
    return closable(read(app, follow, start, listener), listener);
  } catch (error) {
    listener.close();
    throw error;
  }
}

async function* read(
  app: App,
  follow: Follow,
  start: Start,
  listener: ChangeListener,
): AsyncGenerator<EventRow> {
  let { position } = start;
  let isLive = false;
  while (!listener.isClosed()) {
    const notified = listener.reset();
    const batch = await nextBatch(app, follow, { start, after: position, notified });
    if (batch === null) {
      await sleep(RETRY_MS);
      continue;
    }
    for (const event of batch.wanted) {
      if (isLive) app.metrics.eventLagSeconds.observe(secondsSince(app, event.createdAt));
      yield event;
    }
    position = batch.events.at(-1) ?? position;
    if (batch.events.length < BATCH) {
      isLive = true;
      await listener.waitForChange(await pauseAfter(app, follow.projectId, notified));
    }
  }
}

type Place = { start: Start; after: Position; notified: number };

/** The next batch, and the events of it that are delivered; null if the database is unavailable. */
async function nextBatch(app: App, follow: Follow, { start, after, notified }: Place) {
  const { projectId } = follow;
  try {
    const events = await shared(app, `${projectId} ${notified} ${encodePosition(after)}`, () =>
      selectEvents(app.db, { projectId, after, limit: BATCH }),
    );
    const wanted = await follow.select(events.filter((event) => !start.cameBefore(event)));
    if (wanted.length > 0) await follow.checkAccess();
    return { events, wanted };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    app.log.warn({ error }, 'The event log cannot be read; trying again');
    return null;
  }
}

/**
 * Running reads, by name. Followers at the same position of a log share one read. The name contains the
 * number of notifications, so that no follower shares a read that began before its latest notification.
 */
const underWay = new WeakMap<App, Map<string, Promise<unknown>>>();

function shared<T>(app: App, name: string, read: () => Promise<T>): Promise<T> {
  const reads = underWay.get(app) ?? new Map<string, Promise<unknown>>();
  underWay.set(app, reads);
  const running = reads.get(name);
  // The name identifies the read, and therefore the type of its result.
  if (running) return running as Promise<T>;
  const started = read().finally(() => reads.delete(name));
  reads.set(name, started);
  return started;
}

function secondsSince(app: App, time: Date): number {
  return Math.max(0, app.clock().getTime() - time.getTime()) / 1000;
}

async function pauseAfter(app: App, projectId: string, notified: number): Promise<number> {
  const isUnsettled = await shared(app, `${projectId} ${notified} unsettled`, () =>
    hasUnsettledEvents(app.db, projectId),
  ).catch(() => true);
  return isUnsettled ? UNSETTLED_POLL_MS : IDLE_POLL_MS;
}

async function startOf(app: App, { projectId, after }: Follow): Promise<Start> {
  if (after !== null) {
    const cursor = { cursor: after, path: 'after' };
    return { position: await startPosition(app.db, projectId, cursor), cameBefore: () => false };
  }
  const { horizon, snapshot } = await selectSnapshot(app.db);
  return { position: endOfTransaction(horizon - 1n), cameBefore: isVisibleIn(snapshot) };
}

/** A predicate for events that a snapshot sees. Parses PostgreSQL's format `xmin:xmax:running,running`. */
function isVisibleIn(snapshot: string): (event: EventRow) => boolean {
  const [, end = '0', running = ''] = snapshot.split(':');
  const runningThen = new Set(running.split(','));
  return ({ transaction }) => transaction < BigInt(end) && !runningThen.has(String(transaction));
}

/** Makes `return` end a stream that is waiting for the next event. */
function closable(
  events: AsyncGenerator<EventRow>,
  listener: ChangeListener,
): AsyncGenerator<EventRow> {
  const end = events.return.bind(events);
  return Object.assign(events, {
    return: (value: unknown) => {
      listener.close();
      return end(value);
    },
  });
}
