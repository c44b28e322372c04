import { availableParallelism } from 'node:os';
import { openSliceQueue } from '../slice-queue.ts';
import { type Engine, type ModelThread, openModelThread } from './thread.ts';

/** The most worker threads. Each takes about 120 MiB of memory. */
const MAX_THREADS = 4;

/** Texts in one message to a thread: few, so that a short call waits only briefly for a long one. */
const TEXTS_PER_MESSAGE = 4;

/** Messages that a thread has at once: one that it works on, and one so that it need not wait for the next. */
const MESSAGES_PER_THREAD = 2;

type ReadyThread = { thread: ModelThread; pending: number };

/**
 * The worker threads that run the model. There is one at first. When a message has to wait, another is
 * started, up to the number of processors. One text is run by one thread, since two threads for a text wait
 * for each other by spinning.
 */
export function openModelThreads() {
  const first: ReadyThread = { thread: openModelThread(), pending: 0 };
  const ready = [first];
  const all = [first.thread];
  const most = Math.min(MAX_THREADS, availableParallelism());
  const queue = openSliceQueue(MESSAGES_PER_THREAD);

  const startAnother = () => {
    const thread = openModelThread();
    all.push(thread);
    opensLike(first.thread, thread).then(
      (isUsable) => {
        if (!isUsable) return thread.close();
        ready.push({ thread, pending: 0 });
        queue.setConcurrency(ready.length * MESSAGES_PER_THREAD);
      },
      // The threads that are ready go on. Most likely there is no memory for another.
      () => thread.close(),
    );
  };
  const onIdlest = async <Result>(task: (thread: ModelThread) => Promise<Result>) => {
    const idlest = ready.reduce((one, other) => (other.pending < one.pending ? other : one));
    if (idlest.pending > 0 && all.length < most) startAnother();
    idlest.pending += 1;
    try {
      return await task(idlest.thread);
    } finally {
      idlest.pending -= 1;
    }
  };
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
        return onIdlest((thread) => task(thread, slice));
      }).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    );
    return (await Promise.all(results)).flat();
  };
  return {
    open: () => first.thread.open(),
    split: (texts: string[]) => inSlices(texts, 1, (thread, slice) => thread.split(slice)),
    embed: (texts: string[]) =>
      inSlices(texts, TEXTS_PER_MESSAGE, (thread, slice) => thread.embed(slice)),
    close: async () => {
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

/** Whether another thread opened the model on the same engine; vectors of two engines differ a little. */
async function opensLike(first: ModelThread, other: ModelThread): Promise<boolean> {
  const [one, two]: Engine[] = await Promise.all([first.open(), other.open()]);
  return one?.engine === two?.engine;
}
