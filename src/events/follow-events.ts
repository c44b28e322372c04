import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isTransient } from '../db/failures.ts';
import type { EventRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { singleFlight } from '../single-flight.ts';
import type { ChangeListener } from './changes.ts';
import { encodePosition, isSamePosition, type Position } from './position.ts';
import { readPosition } from './read-events.ts';
import { selectEvents } from './read-queries.ts';
import { requireEdge, startPosition } from './start-position.ts';

const BATCH = 200;
const RETRY_MS = 500;

export type Follow = {
  projectId: string;
  after: string | null;
  /** Returns the events of a batch that are delivered. */
  select: (events: EventRow[]) => Promise<EventRow[]>;
  /** Called after events were selected and before they are delivered. An error ends the stream. */
  checkAccess: () => Promise<void>;
};

/**
 * Streams the events of a project as they are committed, each exactly once and in the order of the log. A lost database
 * connection or a cancelled statement delays events. The stream ends with CURSOR_EXPIRED if the log no longer contains
 * the last event that was read, because the database was restored to an earlier time.
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
  start: Position,
  listener: ChangeListener,
): AsyncGenerator<EventRow> {
  let position = start;
  let isLive = false;
  try {
    while (!listener.isClosed()) {
      const notified = listener.reset();
      const batch = await nextBatch(app, follow, { after: position, notified });
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
        await listener.waitForChange();
      }
    }
  } finally {
    listener.close();
  }
}

/**
 * Followers at the same position of a log share one read. Its name contains the number of notifications, so that no
 * follower shares a read that began before its latest notification.
 */
const shareRead = singleFlight<App, EventRow[]>();

type LogPlace = { after: Position; notified: number };

/** The next batch, and the events of it that are delivered; null if it cannot be read now. */
async function nextBatch(app: App, follow: Follow, { after, notified }: LogPlace) {
  const { projectId } = follow;
  try {
    const events = await shareRead(app, `${projectId} ${notified} ${encodePosition(after)}`, () =>
      readAfter(app, projectId, after),
    );
    const wanted = await follow.select(events.filter(({ isErased }) => !isErased));
    if (wanted.length > 0) await follow.checkAccess();
    return { events, wanted };
  } catch (error) {
    // The log is also missing after the project was deleted. Then `checkAccess` throws the error that the caller
    // receives.
    if (error instanceof DomainError) await follow.checkAccess();
    if (!isTransient(error)) throw error;
    app.log.warn({ error }, 'The event log cannot be read; trying again');
    return null;
  }
}

/**
 * The events after a position, including erased ones. The read begins at the event of the position, which shows whether
 * the position still belongs to this log. @throws CURSOR_EXPIRED
 */
async function readAfter(app: App, projectId: string, after: Position): Promise<EventRow[]> {
  const from = after.number;
  const events = await selectEvents(app.db, { projectId, from, limit: BATCH + 1 });
  const [first] = events;
  if (first !== undefined && isSamePosition(first, after)) return events.slice(1);
  await requireEdge(app, projectId, after);
  return events.slice(0, BATCH);
}

function secondsSince(app: App, time: Date): number {
  return Math.max(0, app.clock().getTime() - time.getTime()) / 1000;
}

async function startOf(app: App, { projectId, after }: Follow): Promise<Position> {
  if (after === null) return readPosition(app.db, projectId);
  return startPosition(app, projectId, { cursor: after, path: 'after' });
}

/** Makes `return` of the generator end the stream even while it waits for the next event. */
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
