import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeListener, Changes } from '../events/changes.ts';
import type { Replica } from './replica.ts';

/** Pauses between the questions whether the standby has a change: the first, and the longest. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;
const MOST_QUESTIONS = 20;

/** Poll interval of a process that hears of no changes, since it has no primary or has lost it. */
const DEAF_POLL_MS = 500;

/**
 * Notifies listeners that read from the standby when it has replayed a change, which is after the change was
 * notified. The listeners of one project share the questions to the standby.
 */
export function replicaChanges(changes: Changes, replica: Replica): Changes {
  const waiting = new Map<string, Promise<void>>();
  const untilCurrent = (projectId: string): Promise<void> => {
    const asked =
      waiting.get(projectId) ??
      askUntilCurrent(replica, projectId).finally(() => waiting.delete(projectId));
    waiting.set(projectId, asked);
    return asked;
  };
  return {
    ...changes,
    listen: (projectId) =>
      listenToStandby(changes.listen(projectId), replica, { projectId, untilCurrent }),
  };
}

type Followed = { projectId: string; untilCurrent: (projectId: string) => Promise<void> };

function listenToStandby(
  listener: ChangeListener,
  replica: Replica,
  { projectId, untilCurrent }: Followed,
): ChangeListener {
  let seen = 0;
  return {
    ...listener,
    reset: () => {
      seen = replica.timesCaughtUp(projectId);
      return listener.reset() + seen;
    },
    waitForChange: async (timeoutMs) => {
      if (replica.timesCaughtUp(projectId) > seen) return;
      if (!replica.isUp()) return listener.waitForChange(timeoutMs);
      if (!replica.hasPrimary()) return listener.waitForChange(Math.min(timeoutMs, DEAF_POLL_MS));
      const woken = listener.waitForChange(timeoutMs);
      return replica.isBehind(projectId) ? Promise.race([untilCurrent(projectId), woken]) : woken;
    },
  };
}

/** Resolves when the standby is current, or after a few seconds, or when it or the primary is lost. */
async function askUntilCurrent(replica: Replica, projectId: string): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let times = 0; times < MOST_QUESTIONS; times += 1) {
    if (!replica.hasPrimary() || !replica.isUp()) return;
    if (await replica.isCurrent(projectId)) return;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}
