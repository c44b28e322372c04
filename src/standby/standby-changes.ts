import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeListener, Changes } from '../events/changes.ts';
import type { Standby } from './standby.ts';

/** The first and the longest pause between two queries of whether the standby has replayed an event. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 500;
const MOST_QUESTIONS = 20;

/**
 * Changes for listeners that read from the standby. They are notified when the standby has replayed an event, which is
 * later than the notification of the event. The listeners of one project share the queries to the standby.
 */
export function standbyChanges(changes: Changes, standby: Standby): Changes {
  const waiting = new Map<string, Promise<void>>();
  const untilReplayed = (projectId: string): Promise<void> => {
    const running =
      waiting.get(projectId) ??
      askUntilReplayed(changes, standby, projectId).finally(() => waiting.delete(projectId));
    waiting.set(projectId, running);
    return running;
  };
  return {
    ...changes,
    listen: (projectId) => {
      const listener = changes.listen(projectId);
      const isLagging = () => standby.replayed(projectId) < (changes.latest(projectId) ?? 0n);
      return {
        ...listener,
        ...listening(listener, {
          replayed: () => standby.replayed(projectId),
          isLagging: () => standby.isUp() && isLagging(),
          untilReplayed: () => untilReplayed(projectId),
        }),
      };
    },
  };
}

type ReplayState = {
  replayed: () => bigint;
  isLagging: () => boolean;
  untilReplayed: () => Promise<void>;
};

function listening(
  listener: ChangeListener,
  { replayed, isLagging, untilReplayed }: ReplayState,
): Pick<ChangeListener, 'reset' | 'waitForChange'> {
  let seen = 0n;
  return {
    reset: () => {
      seen = replayed();
      // Both numbers only grow, so an equal sum means that nothing has changed. Only when a standby returns does
      // `replayed` start at 0 again.
      return listener.reset() + Number(seen);
    },
    waitForChange: async () => {
      if (replayed() > seen) return;
      const woken = listener.waitForChange();
      await (isLagging() ? Promise.race([untilReplayed(), woken]) : woken);
    },
  };
}

/** Resolves when the standby has the latest event of a project, or cannot be reached, or after some seconds. */
async function askUntilReplayed(
  changes: Changes,
  standby: Standby,
  projectId: string,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  for (let times = 0; times < MOST_QUESTIONS && standby.isUp(); times += 1) {
    if (await standby.hasEvents(projectId, changes.latest(projectId))) return;
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
}
