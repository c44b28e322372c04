import PQueue from 'p-queue';

/** Runs one task of a call when its turn comes. Rejects with the error of the task. */
export type RunSlice = <Result>(task: () => Promise<Result>) => Promise<Result>;

export type SliceQueue = {
  /** Begins a call. Its slices run in the order in which they are passed to the returned function. */
  beginCall(): RunSlice;
  /** Changes how many slices run at once. */
  setConcurrency(concurrency: number): void;
};

/**
 * The number of later calls that may overtake a call for each of its waiting slices. A larger number lets a short call
 * run sooner beside a long one, and makes the long one take longer while many short ones arrive.
 */
const OVERTAKING_CALLS = 8;

/** The ranks of slices: the waiting slice of the lowest rank is the next to run. */
type Ranks = {
  /** Begins a call. The returned function gives the rank of the next slice of the call. */
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
 * Opens a queue that runs the slices of all calls in the order of their ranks, so that a call of one text does not wait
 * for the end of a call of 500 texts.
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
