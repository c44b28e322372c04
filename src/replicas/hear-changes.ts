import type { Connection } from '../db/database.ts';
import type { Changes } from '../events/changes.ts';
import type { Replica } from './replica.ts';

/** The ids of projects in a notification to other processes. */
const PROJECT_IDS = /\bprj_[0-9a-z]+/g;

/** A connection whose notifications of other processes are also noted by the replica. */
export function heardBy(connection: Connection, replica: Replica): Connection {
  return {
    ...connection,
    listen: (channel, onMessage, onGap) =>
      connection.listen(
        channel,
        (payload) => {
          for (const projectId of payload.match(PROJECT_IDS) ?? []) replica.changed(projectId);
          onMessage(payload);
        },
        () => {
          replica.missed();
          onGap();
        },
      ),
  };
}

/** Changes whose notifications by this process are also noted by the replica. */
export function notedBy(changes: Changes, replica: Replica): Changes {
  return {
    ...changes,
    notify: (projectId) => {
      replica.changed(projectId);
      changes.notify(projectId);
    },
  };
}
