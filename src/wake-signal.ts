/** Wakes a background loop of this process when there is new work. Other processes poll for work. */
export type WakeSignal = {
  notify(): void;
  /** Aborted by the next `notify`. */
  next(): AbortSignal;
};

/** Given as the reason: without one, each abort would make an error with the stack of calls. */
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
