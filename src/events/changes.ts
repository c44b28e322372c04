import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { newId } from '../ids.ts';

/** Wakes those who follow a project's log, in every process. It carries no events: they are read. */
export type Changes = {
  /** To be called after a commit that wrote events of the project. */
  wake(projectId: string): void;
  listen(projectId: string): Ear;
  close(): Promise<void>;
};

export type Ear = {
  /**
   * Forget what was heard; to be called before reading, so that nothing between is missed. Answers how
   * often this process has been woken: what was read since then is no older than what was heard.
   */
  reset(): number;
  /** Resolves once something was heard since `reset`, after the time, or when closed. */
  heard(timeoutMs: number): Promise<void>;
  isClosed(): boolean;
  close(): void;
};

const CHANNEL = 'lorebase_events';

/** NOTIFY in a writing transaction would serialise all commits; so it is sent after, for many at once. */
const NOTIFY_DELAY_MS = 20;

/** Of PostgreSQL's 8,000 bytes a payload. */
const MAX_PAYLOAD_PROJECTS = 200;

export async function openChanges(connection: Connection, log: Logger): Promise<Changes> {
  const self = newId('evt');
  const ears = new Map<string, Set<() => void>>();
  const unsent = new Set<string>();
  const woken = { times: 0 };
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();

  const wakeHere = (projectId: string) => {
    woken.times += 1;
    for (const wake of ears.get(projectId) ?? []) wake();
  };
  const send = async () => {
    timer = undefined;
    const projectIds = [...unsent];
    unsent.clear();
    for (let i = 0; i < projectIds.length; i += MAX_PAYLOAD_PROJECTS) {
      const payload = [self, ...projectIds.slice(i, i + MAX_PAYLOAD_PROJECTS)].join(' ');
      // Other processes also look at the log from time to time, so a lost wake-up is only a delay.
      await connection
        .notify(CHANNEL, payload)
        .catch((error: unknown) => log.warn({ error }, 'A wake-up to other processes was lost'));
    }
  };

  await connection.listen(
    CHANNEL,
    (payload) => {
      const [sender, ...projectIds] = payload.split(' ');
      if (sender !== self) projectIds.forEach(wakeHere);
    },
    () => [...ears.keys()].forEach(wakeHere),
  );

  return {
    wake: (projectId) => {
      wakeHere(projectId);
      unsent.add(projectId);
      timer ??= setTimeout(() => {
        sending = send();
      }, NOTIFY_DELAY_MS);
    },
    listen: (projectId) => openEar(ears, projectId, woken),
    close: async () => {
      clearTimeout(timer);
      await sending;
      await send();
    },
  };
}

function openEar(
  ears: Map<string, Set<() => void>>,
  projectId: string,
  woken: { times: number },
): Ear {
  let isDirty = false;
  let isClosed = false;
  let release = () => {};
  const wake = () => {
    isDirty = true;
    release();
  };
  const ofProject = ears.get(projectId) ?? new Set();
  ears.set(projectId, ofProject.add(wake));
  return {
    reset: () => {
      isDirty = false;
      return woken.times;
    },
    heard: (timeoutMs) =>
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
      if (ofProject.size === 0 && ears.get(projectId) === ofProject) ears.delete(projectId);
      release();
    },
  };
}
