/** Wakes a background loop of this process when there is new work. Other processes poll for work. */
export type WakeSignal = {
  notify(): void;
  /** Aborted by the next `notify`. */
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
