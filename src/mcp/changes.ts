import { parse } from 'graphql';
import { z } from 'zod';
import type { EventRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { followProjectEvents } from '../event-feed/follow-project-events.ts';
import { encodePosition } from '../events/position.ts';
import { readHead } from '../events/read-events.ts';
import { MAX_NODES } from '../graphql/node.ts';
import { requireViewer } from '../projects/viewer.ts';
import { untilAccessEnds } from '../projects/watch-access.ts';
import { requireAllBound } from './memories.ts';
import { type McpOperation, type McpRequest, openOperation } from './operation.ts';
import { uriOf } from './resources.ts';

/** All events of a memory within this time cause one notification. */
const GATHER_MS = 100;

/** Interval of comments on an idle stream, so that proxies keep it open. */
const KEEP_ALIVE_MS = 15_000;

/** Events that change the list of resources. */
const LIST_EVENTS = new Set<EventRow['type']>([
  'MEMORY_CREATED',
  'MEMORY_UPDATED',
  'MEMORY_DELETED',
  'MEMORY_RESTORED',
  'MEMORY_PURGED',
  'DATA_ERASED',
]);

/** The changes of what the client can read, as a stream of server-sent events. */
export type ChangeStream = {
  messages: AsyncGenerator<string, void>;
  /** Ends the stream, even while it waits for a change. */
  close(): Promise<void>;
};

/**
 * Notifications about the memories that the client can read: `resources/updated` for each that has changed, and
 * `resources/list_changed`. The stream needs no state of the client, so any process can serve it, and it resumes
 * after the id of the last message. It ends when the access of the key ends. If the log no longer has that
 * message, the stream begins with `resources/list_changed`.
 */
export async function followChanges(
  request: McpRequest,
  lastEventId: string | null,
): Promise<ChangeStream> {
  const operation = await openOperation(request, { isWriting: false });
  const { app, viewer, caller } = operation.context;
  const known = await caller();
  const projectId = known.project.id;
  const memories = await requireAllBound(operation);
  const bound = memories && new Set(memories.map(({ id }) => id));
  const follow = async (after: string) => {
    const access = { caller: known, viewer: requireViewer(viewer) };
    const all = await followProjectEvents(app, access, { after });
    return bound ? filtered(all, (event) => changedIn(event, bound).length > 0) : all;
  };
  const head = await readHead(app, projectId);
  let isExpired = false;
  const source = await follow(lastEventId ?? head).catch((error: unknown) => {
    const code = error instanceof DomainError ? error.code : null;
    if (code !== 'CURSOR_EXPIRED' && code !== 'BAD_USER_INPUT') throw error;
    isExpired = true;
    return follow(head);
  });
  const events = untilAccessEnds(app, { viewer: request.viewer, projectId }, source);
  const expiry = endAtExpiry(request, () => void events.return?.());
  const isResumed = lastEventId !== null && !isExpired;
  const first = [
    ...(isResumed ? [] : [`id: ${head}\nretry: 1000\ndata:\n\n`]),
    ...(isExpired ? [message('notifications/resources/list_changed')] : []),
  ];
  return {
    messages: messagesOf({ operation, bound }, events, first),
    close: async () => {
      clearTimeout(expiry);
      await events.return?.();
    },
  };
}

/** The longest delay that a timer of Node.js accepts. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Ends a stream when the token of its client expires. API keys are checked in the database. */
function endAtExpiry({ viewer, app }: McpRequest, end: () => void): NodeJS.Timeout | undefined {
  if (viewer.isRoot || viewer.apiKey !== null) return undefined;
  const left = viewer.expiresAt.getTime() - app.clock().getTime();
  return setTimeout(end, Math.min(Math.max(left, 0), MAX_TIMER_MS)).unref();
}

/** The memories to which a client is bound; null if it can read all of the project. */
type Bound = ReadonlySet<string> | null;

type ChangeReader = { operation: McpOperation; bound: Bound };

/** The memories of a client that an event changes. An entry that is moved also changes the memory in which it was. */
function changedIn({ type, memoryId, changes }: EventRow, bound: Bound): string[] {
  if (type === 'DATA_ERASED') return [...(bound ?? [])];
  const moved = type === 'ENTRY_MOVED' && changes.find(({ field }) => field === 'memoryId');
  const ids = [memoryId, moved ? moved.before : null];
  return ids.filter((id): id is string => typeof id === 'string' && (bound?.has(id) ?? true));
}

/** The items that pass a test. Closing it ends the source even while it waits for an item. */
function filtered<T>(source: AsyncIterator<T>, isWanted: (item: T) => boolean): AsyncIterator<T> {
  return {
    next: async () => {
      for (;;) {
        const step = await source.next();
        if (step.done || isWanted(step.value)) return step;
      }
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
}

async function* messagesOf(
  reader: ChangeReader,
  events: AsyncIterator<EventRow>,
  first: readonly string[],
): AsyncGenerator<string, void> {
  yield* first;
  let next = awaited(events.next());
  for (;;) {
    const step = await next(KEEP_ALIVE_MS);
    if (step === null) {
      yield ': keep-alive\n\n';
      continue;
    }
    if (step.done) return;
    const gathered = [step.value];
    const end = performance.now() + GATHER_MS;
    next = awaited(events.next());
    for (;;) {
      const another = await next(Math.max(0, end - performance.now()));
      if (another === null || another.done) break;
      gathered.push(another.value);
      next = awaited(events.next());
    }
    yield await printed(reader, gathered);
  }
}

/**
 * Returns a function that waits for the result for at most the given time, and returns null after that. Unlike
 * `Promise.race`, it can be called any number of times without using memory until the promise is settled.
 */
function awaited<T>(result: Promise<T>): (milliseconds: number) => Promise<T | null> {
  let isSettled = false;
  let wake = () => {};
  const settle = () => {
    isSettled = true;
    wake();
  };
  result.then(settle, settle);
  return async (milliseconds) => {
    if (!isSettled) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return isSettled ? result : null;
  };
}

const NAMES = {
  document: parse(
    'query McpNames($ids: [ID!]!) { nodes(ids: $ids) { ... on Memory { id name } } }',
  ),
  shape: z.object({
    nodes: z.array(
      z.union([z.object({ id: z.string(), name: z.string() }), z.object({})]).nullable(),
    ),
  }),
};

/** The notifications for events. The last one has the cursor of the last event as its id. */
async function printed(
  { operation, bound }: ChangeReader,
  events: readonly EventRow[],
): Promise<string> {
  const ids = [...new Set(events.flatMap((event) => changedIn(event, bound)))];
  // At most as many memories as `nodes` can look up are also notified by name.
  const { nodes } = await operation.ask(NAMES, { ids: ids.slice(0, MAX_NODES) });
  const names = nodes.flatMap((node) => (node !== null && 'name' in node ? node.name : []));
  const updated = [...ids, ...names].map((name) =>
    message('notifications/resources/updated', { uri: uriOf(name) }),
  );
  const isListed = events.some(({ type }) => LIST_EVENTS.has(type));
  const all = [...updated, ...(isListed ? [message('notifications/resources/list_changed')] : [])];
  const last = events.at(-1);
  const cursor = last ? `id: ${encodePosition(last)}\n` : '';
  // An event without a memory, such as one of a trace, only moves the cursor.
  if (all.length === 0) return `${cursor}data:\n\n`;
  return [...all.slice(0, -1), `${cursor}${all.at(-1)}`].join('');
}

function message(method: string, params?: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', method, ...(params ? { params } : {}) })}\n\n`;
}
