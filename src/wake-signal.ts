/** Wakes a background loop of this process when there is new work. Other processes poll for work. */
export type WakeSignal = {
  notify(): void;
  /** Aborted by the next `notify`. */
  next(): AbortSignal;
};

export function createWakeSignal(): WakeSignal {
  let next = new AbortController();
  return {
    notify: () => {
      next.abort();
      next = new AbortController();
    },
    next: () => next.signal,
  };
}
