import { availableParallelism } from 'node:os';
import { openSliceQueue } from '../slice-queue.ts';
import { startProcess, startThread } from './start-worker.ts';
import { type Engine, type ModelThread, openModelThread } from './thread.ts';

/** The most threads and processes. */
const MAX_THREADS = 4;

/** Texts in one message to a thread: a call waits for those that the thread has, however many wait in the queue. */
const TEXTS_PER_MESSAGE = 1;

/** Messages that a thread has at once: one that it works on, and one so that it need not wait for the next. */
const MESSAGES_PER_THREAD = 2;

/** Time without a call after which those that were started beside the first are ended. */
const IDLE_MS = 30_000;

type ReadyThread = { thread: ModelThread; pending: number };

type ThreadOptions = { openThread?: (number: number) => ModelThread; idleMs?: number };

/**
 * Runs the model in a worker thread and in processes, here called threads too. When a message has to wait, another
 * is started, up to the number of processors, at most 4; these end when nothing was asked for a while. One text is
 * run by one thread, since two threads for a text wait for each other by spinning.
 */
export function openModelThreads({
  openThread = openThreadOrProcess,
  idleMs = IDLE_MS,
}: ThreadOptions = {}) {
  const queue = openSliceQueue(MESSAGES_PER_THREAD);
  const threads = createThreads({
    openThread,
    idleMs,
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
        // The call has already been rejected: its other slices would be computed for nobody.
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

/** The threads, whose number follows the use. `onCount` is called when the number of those that are ready changes. */
function createThreads({
  openThread,
  idleMs,
  onCount,
}: Required<ThreadOptions> & { onCount: (count: number) => void }) {
  const first: ReadyThread = { thread: openThread(0), pending: 0 };
  const all = new Set([first.thread]);
  let ready = [first];
  let most = Math.min(MAX_THREADS, availableParallelism());
  let idleTimer: NodeJS.Timeout | undefined;

  const startAnother = async () => {
    const thread = openThread(all.size);
    all.add(thread);
    // The threads that are ready go on without one that fails. Most likely there is no memory for another.
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
  /** Begins to wait for `idleMs` without a call anew. */
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
 * The first is a thread, which opens soonest. The others are processes: ONNX Runtime 1.17 damages the memory of a
 * process in which a thread that used it ends while another goes on.
 */
function openThreadOrProcess(number: number): ModelThread {
  return openModelThread(number === 0 ? startThread : startProcess);
}

/** Whether another thread opened the model on the same engine; vectors of two engines differ a little. */
async function opensLike(first: ModelThread, other: ModelThread): Promise<boolean> {
  const [one, two]: Engine[] = await Promise.all([first.open(), other.open()]);
  return one?.engine === two?.engine;
}
