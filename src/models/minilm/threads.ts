import { availableParallelism } from 'node:os';
import { type ModelThread, openModelThread } from './thread.ts';

/** More threads than this take memory (some 120 MiB each) from what else runs on the machine. */
export const MAX_THREADS = 4;

type Counted = { thread: ModelThread; pending: number };

/**
 * The threads that run the model: one from the start, and others, as many as there are processors, from
 * when texts first wait for each other. Each text is one thread's: two for one text would spin and wait.
 */
export function openModelThreads() {
  const first: Counted = { thread: openModelThread(), pending: 0 };
  const ready = [first];
  const all = [first.thread];
  const most = Math.min(MAX_THREADS, availableParallelism());

  const openAnother = () => {
    const thread = openModelThread();
    all.push(thread);
    thread.open().then(
      () => ready.push({ thread, pending: 0 }),
      // What the first thread could open fails in another for want of memory: there are enough.
      () => thread.close(),
    );
  };
  return {
    open: first.thread.open,
    split: first.thread.split,
    embed: async (texts: string[]): Promise<number[][]> => {
      const idlest = ready.reduce((one, other) => (other.pending < one.pending ? other : one));
      if (idlest.pending > 0 && all.length < most) openAnother();
      idlest.pending += 1;
      try {
        return await idlest.thread.embed(texts);
      } finally {
        idlest.pending -= 1;
      }
    },
    close: async () => {
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}
