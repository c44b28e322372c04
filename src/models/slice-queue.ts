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

/**
 * A queue that calls share slice by slice, so that a call of one text does not wait until a call of 500 has
 * ended. Slice number s of call number c has the rank c + s × OVERTAKING_CALLS, and the lowest rank runs
 * first. No call waits forever, since each slice is overtaken by a limited number of calls.
 */
export function openSliceQueue(concurrency: number): SliceQueue {
  const queue = new PQueue({ concurrency });
  let calls = 0;
  return {
    beginCall: () => {
      let rank = calls;
      calls += 1;
      return (task) => {
        const priority = -rank;
        rank += OVERTAKING_CALLS;
        return queue.add(task, { priority });
      };
    },
    setConcurrency: (next) => {
      queue.concurrency = next;
    },
  };
}
