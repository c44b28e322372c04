import type { Logger } from 'pino';
import type { Connection } from '../db/database.ts';
import { newId } from '../ids.ts';

const CHANNEL = 'lorebase_events';

/**
 * The payload of a notification is a list of words, separated by spaces. The first is the id of the sending process.
 * Each of the others names a change: with this prefix, a group of cached rows; without it, a project.
 */
const CACHED = 'cached:';

/**
 * Delay of NOTIFY after a commit, so that several notifications are combined. NOTIFY is not part of the transaction,
 * because it would serialize all commits.
 */
const NOTIFY_DELAY_MS = 20;

/** Maximum number of projects, of at most 54 bytes each, in a payload, which PostgreSQL limits to 8,000 bytes. */
const MAX_PAYLOAD_PROJECTS = 140;

/** The changes of other processes. */
type ReceivedChanges = {
  projectChanged(projectId: string, lastNumber: bigint | null): void;
  invalidated(group: string): void;
  /** Called when notifications may have been missed. */
  anyChanged(): void;
};

/** Sends notifications to other processes, and receives theirs. */
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
    /** Sends, after `NOTIFY_DELAY_MS`, that a project has changed. */
    sendSoon: (projectId: string, lastNumber: bigint | null) => {
      unsent.set(projectId, lastNumber);
      timer ??= setTimeout(() => {
        sending = sendUnsent();
      }, NOTIFY_DELAY_MS);
    },
    /** Sends the notifications that are still waiting. */
    close: async () => {
      clearTimeout(timer);
      await sending;
      await sendUnsent();
    },
  };
}
