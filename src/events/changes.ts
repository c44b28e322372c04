import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { newId } from '../ids.ts';

/**
 * Notifies listeners in all processes that a project's event log has changed. It does not transport events.
 */
export type Changes = {
  /** Must be called after a commit with events of the project. */
  notify(projectId: string): void;
  listen(projectId: string): ChangeListener;
  close(): Promise<void>;
};

export type ChangeListener = {
  /**
   * Discards earlier notifications. Must be called before a read, so that no later change is missed. Returns
   * the number of notifications of this process so far, which identifies the state that a read can see.
   */
  reset(): number;
  /** Resolves at the first notification since `reset`, after `timeoutMs`, or when closed. */
  waitForChange(timeoutMs: number): Promise<void>;
  isClosed(): boolean;
  close(): void;
};

const CHANNEL = 'lorebase_events';

/**
 * Delay of NOTIFY after a commit, to combine several. NOTIFY in a transaction would serialize all commits.
 */
const NOTIFY_DELAY_MS = 20;

/** Project ids in one payload, which PostgreSQL limits to 8,000 bytes. */
const MAX_PAYLOAD_PROJECTS = 200;

export async function openChanges(connection: Connection, log: Logger): Promise<Changes> {
  const self = newId('evt');
  const listeners = new Map<string, Set<() => void>>();
  const unsent = new Set<string>();
  const notified = { times: 0 };
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const notifyHere = (projectId: string) => {
    notified.times += 1;
    for (const wake of listeners.get(projectId) ?? []) wake();
  };
  const send = async () => {
    timer = undefined;
    const projectIds = [...unsent];
    unsent.clear();
    for (let i = 0; i < projectIds.length; i += MAX_PAYLOAD_PROJECTS) {
      const payload = [self, ...projectIds.slice(i, i + MAX_PAYLOAD_PROJECTS)].join(' ');
      // Other processes also poll the log, so a lost notification only delays them.
      await connection
        .notify(CHANNEL, payload)
        .catch((error: unknown) =>
          log.warn({ error }, 'A notification to other processes was lost'),
        );
    }
  };

  await connection.listen(
    CHANNEL,
    (payload) => {
      const [sender, ...projectIds] = payload.split(' ');
      if (sender !== self) projectIds.forEach(notifyHere);
    },
    () => [...listeners.keys()].forEach(notifyHere),
  );

  return {
    notify: (projectId) => {
      notifyHere(projectId);
      unsent.add(projectId);
      timer ??= setTimeout(() => {
        sending = send();
      }, NOTIFY_DELAY_MS);
    },
    listen: (projectId) => openListener(listeners, projectId, notified),
    close: async () => {
      clearTimeout(timer);
      await sending;
      await send();
    },
  };
}

function openListener(
  listeners: Map<string, Set<() => void>>,
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
    waitForChange: (timeoutMs) =>
      new Promise((resolve) => {
        if (isDirty || isClosed) return resolve();
        const timer = setTimeout(resolve, timeoutMs);
        release = () => {
          clearTimeout(timer);
          resolve();
        };
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
