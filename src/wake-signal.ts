/** Wakes a background loop of this process when there is new work. It does not wake other processes. */
export type WakeSignal = {
  notify(): void;
  /** Returns a signal that the next `notify` aborts. */
  next(): AbortSignal;
};

/** The reason of each abort. Without one, `abort` would create an error with a stack trace. */
const WOKEN = 'woken';

export function createWakeSignal(): WakeSignal {
  let waited: AbortController | undefined;
  return {
    notify: () => {
      waited?.abort(WOKEN);
      waited = undefined;
    },
    next: () => {
      waited ??= new AbortController();
      return waited.signal;
    },
  };
}
