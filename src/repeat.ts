import type { App } from './app.ts';
import { isUnavailable } from './db/failures.ts';
import { every } from './every.ts';

/**
 * Runs background work at once and then at an interval, until stopped. A failure is logged with `message`, unless the
 * database is unavailable. `stop` resolves when the work in progress has ended.
 */
export function repeat(
  app: App,
  { intervalMs, work, message }: { intervalMs: number; work(): Promise<void>; message: string },
): { stop(): Promise<void> } {
  let isStopped = false;
  const attempt = () =>
    work().catch((error: unknown) => {
      if (!isStopped && !isUnavailable(error)) app.log.error({ error }, message);
    });
  let running = attempt();
  const timer = every(intervalMs, () => {
    running = running.then(() => (isStopped ? undefined : attempt()));
    return running;
  });
  return {
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      return running;
    },
  };
}
