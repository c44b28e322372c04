import { availableParallelism } from 'node:os';
import { openSliceQueue } from '../slice-queue.ts';
import { startProcess, startThread } from './start-worker.ts';
import { type Engine, type ModelThread, openModelThread } from './thread.ts';

/** Maximum number of threads and processes together, for each process that uses them. */
const MAX_THREADS = 4;

/** Texts in one message to a thread. It is small, since a call waits for the messages that a thread already has. */
const TEXTS_PER_MESSAGE = 1;

/** Messages that a thread has at once: the one that it works on, and the next one. */
const MESSAGES_PER_THREAD = 2;

/** Time without a call after which all threads but the first are ended. */
const IDLE_MS = 30_000;

type ReadyThread = { thread: ModelThread; pending: number };

type ThreadOptions = {
  openThread?: (number: number) => ModelThread;
  idleMs?: number;
  /** The number of processes that use the model: 1, or that of the workers that share it. */
  users?: number;
};

/**
 * Runs the model in a worker thread and in processes, which are called threads here too. When a message has to wait,
 * another thread is started, up to the number of processors and at most MAX_THREADS for each user. After `idleMs`
 * without a call, all but the first end. One thread computes a text: two for one text would wait for each other by spinning.
 */
export function openModelThreads({
  openThread = openThreadOrProcess,
  idleMs = IDLE_MS,
  users = 1,
}: ThreadOptions = {}): ModelThread {
  const queue = openSliceQueue(MESSAGES_PER_THREAD);
  const threads = createThreads({
    openThread,
    idleMs,
    users,
    onCount: (count) => queue.setConcurrency(count * MESSAGES_PER_THREAD),
  });
  /** Runs the task on slices of the texts and returns the results in the order of the texts. */
  const inSlices = async <Item>(
    texts: string[],
    size: number,
    task: (thread: ModelThread, slice: string[]) => Promise<Item[]>,
  ): Promise<Item[]> => {
    const run = queue.beginCall();
    let hasFailed = false;
    const slices = Array.from({ length: Math.ceil(texts.length / size) }, (_, i) =>
      texts.slice(i * size, (i + 1) * size),
    );
    const results = slices.map((slice) =>
      run(async () => {
        // The call has been rejected already, so nobody waits for its other slices.
        if (hasFailed) return [];
        return threads.onIdlest((thread) => task(thread, slice));
      }).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    return (await Promise.all(results)).flat();
  };
  return {
    open: threads.open,
    split: (texts: string[]) => inSlices(texts, 1, (thread, slice) => thread.split(slice)),
    embed: (texts: string[]) =>
      inSlices(texts, TEXTS_PER_MESSAGE, (thread, slice) => thread.embed(slice)),
    close: threads.close,
  };
}

/** Starts and ends threads by demand. `onCount` is called when the number of ready threads changes. */
function createThreads({
  openThread,
  idleMs,
  users,
  onCount,
}: Required<ThreadOptions> & { onCount: (count: number) => void }) {
  const first: ReadyThread = { thread: openThread(0), pending: 0 };
  const all = new Set([first.thread]);
  let ready = [first];
  let most = Math.min(MAX_THREADS * users, availableParallelism());
  let idleTimer: NodeJS.Timeout | undefined;

  const startAnother = async () => {
    const thread = openThread(all.size);
    all.add(thread);
    // If another thread fails, the ready ones continue without it. Most likely the memory is not enough for it.
    const isUsable = await opensLike(first.thread, thread).catch(() => false);
    if (isUsable) {
      ready.push({ thread, pending: 0 });
      onCount(ready.length);
    } else {
      most -= 1;
      end(thread);
    }
    waitUntilIdle();
  };
  const end = (thread: ModelThread) => {
    all.delete(thread);
    void thread.close();
  };
  const endOthers = () => {
    const others = ready.filter((one) => one !== first);
    ready = [first];
    onCount(1);
    for (const { thread } of others) end(thread);
  };
  /** Restarts the timer that ends the threads after `idleMs` without a call. */
  const waitUntilIdle = () => {
    clearTimeout(idleTimer);
    if (ready.length === 1 || ready.some(({ pending }) => pending > 0)) return;
    idleTimer = setTimeout(endOthers, idleMs);
    idleTimer.unref();
  };
  return {
    open: () => first.thread.open(),
    onIdlest: async <Result>(task: (thread: ModelThread) => Promise<Result>): Promise<Result> => {
      const idlest = ready.reduce((one, other) => (other.pending < one.pending ? other : one));
      if (idlest.pending > 0 && all.size < most) void startAnother();
      idlest.pending += 1;
      clearTimeout(idleTimer);
      try {
        return await task(idlest.thread);
      } finally {
        idlest.pending -= 1;
        waitUntilIdle();
      }
    },
    close: async () => {
      clearTimeout(idleTimer);
      await Promise.all([...all].map((thread) => thread.close()));
    },
  };
}

/**
 * Opens the first as a worker thread, which starts soonest, and the others as processes: ONNX Runtime 1.17 damages the
 * memory of a process in which one thread that used it ends while another continues.
 */
function openThreadOrProcess(number: number): ModelThread {
  return openModelThread(number === 0 ? startThread : startProcess);
}

/** Whether two threads run the same engine. The vectors of two engines differ a little. */
async function opensLike(first: ModelThread, other: ModelThread): Promise<boolean> {
  const [one, two]: Engine[] = await Promise.all([first.open(), other.open()]);
  return one?.engine === two?.engine;
}
