import PQueue from 'p-queue';

/** Runs one task of a call as soon as its turn comes. Rejects if the task fails. */
export type RunSlice = <Result>(task: () => Promise<Result>) => Promise<Result>;

export type SliceQueue = {
  /** Begins a call, whose slices are to be run in the order in which they are passed to `RunSlice`. */
  beginCall(): RunSlice;
  /** Changes how many slices run at once. */
  setConcurrency(concurrency: number): void;
};

/**
 * How many later calls may overtake a call for each of its slices that waits. The larger the number, the
 * sooner a short call runs beside a long one, and the longer the long one takes while many short ones come.
 */
const OVERTAKING_CALLS = 8;

/** The ranks of slices: the waiting slice of the lowest rank is the next to run. */
type Ranks = {
  /** Begins a call; answers a function that returns the rank of its first slice, of its second, and so on. */
  beginCall(): () => number;
};

/**
 * Slice number s of call number c has the rank c + s × OVERTAKING_CALLS. No call waits forever, since each slice
 * is overtaken by a limited number of calls.
 */
export function openRanks(): Ranks {
  let calls = 0;
  return {
    beginCall: () => {
      let next = calls;
      calls += 1;
      return () => {
        const rank = next;
        next += OVERTAKING_CALLS;
        return rank;
      };
    },
  };
}

/**
 * A queue that calls share slice by slice in the order of their ranks, so that a call of one text does not wait
 * until a call of 500 has ended.
 */
export function openSliceQueue(concurrency: number): SliceQueue {
  const queue = new PQueue({ concurrency });
  const ranks = openRanks();
  return {
    beginCall: () => {
      const nextRank = ranks.beginCall();
      return (task) => queue.add(task, { priority: -nextRank() });
    },
    setConcurrency: (next) => {
      queue.concurrency = next;
    },
  };
}
