import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { every } from '../every.ts';
import { openNotifications } from './notifications.ts';
import { selectLastNumbers } from './read-queries.ts';

/** Tells listeners in all processes that events were added to a project's log. It does not transport events. */
export type Changes = {
  /**
   * Must be called after a commit with events of the project, with the number of the last one; null after the
   * project was deleted.
   */
  notify(projectId: string, lastNumber: bigint | null): void;
  /** Wakes the listeners of a project in all processes after a commit without events, such as of a job. */
  wake(projectId: string): void;
  /**
   * The highest number of an event of the project that this process knows, from its own commits and from notifications
   * of other processes; null if it knows none.
   */
  latest(projectId: string): bigint | null;
  listen(projectId: string): ChangeListener;
  /** Calls `listener` with each project in which events were recorded. Returns a function that removes the listener. */
  onChange(listener: (projectId: string) => void): () => void;
  /**
   * Must be called after a commit that changed rows which processes cache (row-cache.ts). `group` is `ACCESS_GROUP` for
   * API keys and projects, and the id of the project for its agents and memories. Resolves when the database has taken
   * the notification, which reaches the other processes within milliseconds. If it is lost, they use the rows that they
   * have cached for up to a second.
   */
  invalidate(group: string): Promise<void>;
  /**
   * Calls `listener` with the group when any process has changed rows of it. Calls it with null after the connection
   * was lost, because changes of any group may have been missed.
   */
  onInvalidation(listener: (group: string | null) => void): void;
  close(): Promise<void>;
};

export type ChangeListener = {
  /**
   * Discards earlier notifications. Must be called before a read, so that no later change is missed. Returns the number
   * of notifications that this process has received so far, which identifies the state that a read can see.
   */
  reset(): number;
  /** Resolves at the first notification since `reset`, or when closed. */
  waitForChange(): Promise<void>;
  isClosed(): boolean;
  close(): void;
};

/** The group of all cached API keys and projects. They change rarely, so each change invalidates all of them. */
export const ACCESS_GROUP = 'access';

/** Maximum number of projects whose latest number is kept. */
const MAX_LATEST = 10_000;

/**
 * Interval at which one query reads the last numbers of all followed logs. It is needed only if a notification of
 * another process is lost, or if the database is restored.
 */
const POLL_MS = 2000;

type ListenersByProject = Map<string, Set<() => void>>;

export async function openChanges(connection: Connection, log: Logger): Promise<Changes> {
  const listeners: ListenersByProject = new Map();
  const latest = new Map<string, bigint>();
  const notified = { times: 0 };
  const ofAny = new Set<(projectId: string) => void>();
  const ofCached = new Set<(group: string | null) => void>();

  const notifyHere = (projectId: string, lastNumber: bigint | null = null) => {
    if (lastNumber !== null) remember(latest, projectId, lastNumber);
    notified.times += 1;
    for (const wake of listeners.get(projectId) ?? []) wake();
    for (const tell of ofAny) tell(projectId);
  };
  const invalidateHere = (group: string | null) => {
    for (const tell of ofCached) tell(group);
  };
  const stopPolling = pollLogs(connection, { listeners, latest, notifyHere, log });
  const others = openNotifications(connection, log);
  await others.receive({
    projectChanged: notifyHere,
    invalidated: invalidateHere,
    anyChanged: () => {
      invalidateHere(null);
      for (const projectId of listeners.keys()) notifyHere(projectId);
    },
  });
  return {
    notify: (projectId, lastNumber) => {
      notifyHere(projectId, lastNumber);
      if (lastNumber === null) latest.delete(projectId);
      others.sendSoon(
        projectId,
        lastNumber === null ? null : (latest.get(projectId) ?? lastNumber),
      );
    },
    wake: (projectId) => {
      notifyHere(projectId);
      others.sendSoon(projectId, latest.get(projectId) ?? null);
    },
    latest: (projectId) => latest.get(projectId) ?? null,
    listen: (projectId) => openListener(listeners, projectId, notified),
    onChange: (listener) => {
      ofAny.add(listener);
      return () => ofAny.delete(listener);
    },
    invalidate: (group) => {
      invalidateHere(group);
      return others.sendInvalidation(group);
    },
    onInvalidation: (listener) => {
      ofCached.add(listener);
    },
    close: async () => {
      stopPolling();
      await others.close();
    },
  };
}

/** Keeps the highest number of each project, and drops the projects that changed least recently. */
function remember(latest: Map<string, bigint>, projectId: string, lastNumber: bigint): void {
  const known = latest.get(projectId) ?? 0n;
  latest.delete(projectId);
  latest.set(projectId, known > lastNumber ? known : lastNumber);
  const [oldest] = latest.keys();
  if (latest.size > MAX_LATEST && oldest !== undefined) latest.delete(oldest);
}

type Polling = {
  listeners: ListenersByProject;
  latest: ReadonlyMap<string, bigint>;
  notifyHere: (projectId: string, lastNumber: bigint) => void;
  log: Logger;
};

/**
 * Notifies the listeners of the projects whose last number is not the one of the previous poll, unless they were
 * notified of it already. Returns a function that stops it.
 */
function pollLogs(connection: Connection, { listeners, latest, notifyHere, log }: Polling) {
  let seen = new Map<string, bigint>();
  const poll = async () => {
    const rows = await selectLastNumbers(connection.db, [...listeners.keys()]);
    const before = seen;
    seen = new Map(rows.map(({ projectId, lastNumber }) => [projectId, lastNumber]));
    for (const [projectId, number] of seen) {
      if (before.get(projectId) === number || latest.get(projectId) === number) continue;
      notifyHere(projectId, number);
    }
  };
  const timer = every(POLL_MS, async () => {
    if (listeners.size === 0) return;
    await poll().catch((error: unknown) =>
      log.warn({ error }, 'The event logs cannot be polled; trying again'),
    );
  });
  return () => clearInterval(timer);
}

function openListener(
  listeners: ListenersByProject,
  projectId: string,
  notified: { times: number },
): ChangeListener {
  let isDirty = false;
  let isClosed = false;
  let release = () => {};
  const wake = () => {
    isDirty = true;
    release();
  };
  const ofProject = listeners.get(projectId) ?? new Set();
  listeners.set(projectId, ofProject.add(wake));
  return {
    reset: () => {
      isDirty = false;
      return notified.times;
    },
    waitForChange: () =>
      new Promise((resolve) => {
        if (isDirty || isClosed) return resolve();
        release = resolve;
      }),
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      ofProject.delete(wake);
      if (ofProject.size === 0 && listeners.get(projectId) === ofProject) {
        listeners.delete(projectId);
      }
      release();
    },
  };
}
