/** Wakes a worker of this process; those of other processes look for work by themselves. */
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
