import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { newId } from '../ids.ts';

const CHANNEL = 'lorebase_events';

/**
 * The payload of a notification is a list of words, separated by spaces. The first is the id of the sending process.
 * Each of the others names what has changed: with this prefix a group of cached rows, without it a project.
 */
const CACHED = 'cached:';

/**
 * Delay of NOTIFY after a commit, to combine several. NOTIFY in a transaction would serialize all commits.
 */
const NOTIFY_DELAY_MS = 20;

/** Projects in one payload, which PostgreSQL limits to 8,000 bytes; each takes at most 54. */
const MAX_PAYLOAD_PROJECTS = 140;

/** The changes of other processes. */
type ReceivedChanges = {
  projectChanged(projectId: string, lastNumber: bigint | null): void;
  invalidated(group: string): void;
  /** Notifications may have been missed. */
  anyChanged(): void;
};

/** The notifications from and to other processes. */
export function openNotifications(connection: Connection, log: Logger) {
  const self = newId('evt');
  const unsent = new Map<string, bigint | null>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> = Promise.resolve();
  const sendNow = (changed: readonly string[]) =>
    // Other processes also poll the log, and read cached rows again after a second, so a lost notification only delays
    // them.
    connection
      .notify(CHANNEL, [self, ...changed].join(' '))
      .catch((error: unknown) => log.warn({ error }, 'A notification to other processes was lost'));
  const sendUnsent = async () => {
    timer = undefined;
    const changed = [...unsent].map(([id, number]) => (number === null ? id : `${id}:${number}`));
    unsent.clear();
    for (let i = 0; i < changed.length; i += MAX_PAYLOAD_PROJECTS) {
      await sendNow(changed.slice(i, i + MAX_PAYLOAD_PROJECTS));
    }
  };
  return {
    receive: ({ projectChanged, invalidated, anyChanged }: ReceivedChanges): Promise<void> => {
      const receiveOne = (payload: string) => {
        const [sender, ...changed] = payload.split(' ');
        if (sender === self) return;
        for (const one of changed) {
          if (one.startsWith(CACHED)) {
            invalidated(one.slice(CACHED.length));
            continue;
          }
          const [projectId = '', number] = one.split(':');
          projectChanged(projectId, number === undefined ? null : BigInt(number));
        }
      };
      return connection.listen(CHANNEL, receiveOne, anyChanged);
    },
    /** Resolves when the database has taken the notification that rows of a group of cached rows have changed. */
    sendInvalidation: (group: string) => sendNow([`${CACHED}${group}`]),
    /** Sends, a moment later, that a project has changed. */
    sendSoon: (projectId: string, lastNumber: bigint | null) => {
      unsent.set(projectId, lastNumber);
      timer ??= setTimeout(() => {
        sending = sendUnsent();
      }, NOTIFY_DELAY_MS);
    },
    /** Sends what is left. */
    close: async () => {
      clearTimeout(timer);
      await sending;
      await sendUnsent();
    },
  };
}
