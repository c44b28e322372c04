import { Worker } from 'node:worker_threads';
import { embeddingUnavailable } from '../../errors.ts';

/** The engine that runs the model, and why ONNX Runtime does not (null if it does). */
export type Engine = { engine: 'onnx' | 'wasm'; reason: string | null };

type Task = 'open' | 'split' | 'embed';

/** Time in which a thread ends by itself; the engine computes one text in some milliseconds. */
const CLOSE_MS = 5000;

type Call = { resolve: (result: unknown) => void; reject: (error: Error) => void };
type Answer = { id: number; result?: unknown; error?: string };

/** One worker thread with the model. Each method throws EMBEDDING_UNAVAILABLE if the thread fails. */
export type ModelThread = {
  open(): Promise<Engine>;
  split(texts: string[]): Promise<string[][]>;
  embed(texts: string[]): Promise<number[][]>;
  /** Ends the thread and rejects the calls that it has not answered. */
  close(): Promise<void>;
};

/** Starts a worker at the first call. If the worker dies, its calls fail and the next call starts another. */
export function openModelThread(): ModelThread {
  const calls = new Map<number, Call>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosed = false;

  const fail = (message: string) => {
    worker = undefined;
    for (const call of calls.values()) call.reject(embeddingUnavailable(message));
    calls.clear();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('./worker.js', import.meta.url));
    started.unref();
    started.on('message', ({ id, result, error }: Answer) => {
      const call = calls.get(id);
      calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(embeddingUnavailable(`The local embedding model failed: ${error}`));
    });
    started.on('error', (error) => fail(`The local embedding model stopped: ${error.message}`));
    started.on('exit', () => worker === started && fail('The local embedding model stopped.'));
    return started;
  };
  /** `Result` is the type that worker.js answers the task with. */
  const ask = <Result>(task: Task, texts: string[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(embeddingUnavailable('The local embedding model is closed.'));
      worker ??= start();
      lastId += 1;
      calls.set(lastId, { resolve: resolve as Call['resolve'], reject });
      worker.postMessage({ id: lastId, task, texts });
    });
  return {
    open: () => ask('open', []),
    split: (texts) => ask('split', texts),
    embed: (texts) => ask('embed', texts),
    close: async () => {
      isClosed = true;
      const running = worker;
      fail('The local embedding model is closed.');
      if (running) await end(running);
    },
  };
}

/** Lets a thread end by itself: to terminate it while ONNX Runtime computes would abort the process. */
async function end(worker: Worker): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_MS);
  });
  const ended = new Promise<'ended'>((resolve) => worker.once('exit', () => resolve('ended')));
  worker.postMessage({ id: 0, task: 'close', texts: [] });
  if ((await Promise.race([ended, late])) === 'late') await worker.terminate();
  clearTimeout(timer);
}
