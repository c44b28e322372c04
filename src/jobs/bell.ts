/** Wakes this process's worker; those of other processes look at the queue by themselves. */
export type Bell = {
  ring(): void;
  /** Aborted by the next ring. */
  rung(): AbortSignal;
};

export function createBell(): Bell {
  let next = new AbortController();
  return {
    ring: () => {
      next.abort();
      next = new AbortController();
    },
    rung: () => next.signal,
  };
}
