/** Calls `check` at an interval, but never while an earlier call is under way. `check` must not reject. */
export function every(intervalMs: number, check: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void check().finally(() => {
      isRunning = false;
    });
  }, intervalMs);
  return timer.unref();
}
