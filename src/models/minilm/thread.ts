import { embeddingUnavailable } from '../../errors.ts';
import {
  type WorkerCall as Asked,
  type Host,
  type StartHost,
  startThread,
} from './start-worker.ts';

/** The engine that runs the model, and why ONNX Runtime does not (null if it does). */
export type Engine = { engine: 'onnx' | 'wasm'; reason: string | null };

/** Time in which a thread must end by itself before it is killed. The engine computes a text in some milliseconds. */
const CLOSE_MS = 5000;

type PendingTask = { resolve: (result: unknown) => void; reject: (error: Error) => void };

/** One worker thread or process with the model. Each method throws EMBEDDING_UNAVAILABLE if it fails. */
export type ModelThread = {
  open(): Promise<Engine>;
  split(texts: string[]): Promise<string[][]>;
  embed(texts: string[]): Promise<Float32Array[]>;
  /** Ends the thread and rejects the calls that it has not answered. */
  close(): Promise<void>;
};

/** Starts a thread at the first call. If the thread dies, its calls fail, and the next call starts another thread. */
export function openModelThread(startHost: StartHost = startThread): ModelThread {
  const calls = new Map<number, PendingTask>();
  let host: Host | undefined;
  let ended = Promise.resolve();
  let lastId = 0;
  let isClosed = false;

  const fail = (message: string) => {
    host = undefined;
    for (const call of calls.values()) call.reject(embeddingUnavailable(message));
    calls.clear();
  };
  const start = (): Host => {
    let markEnded = () => {};
    ended = new Promise((resolve) => {
      markEnded = resolve;
    });
    const started = startHost({
      onAnswer: ({ id, result, error }) => {
        const call = calls.get(id);
        calls.delete(id);
        if (error === undefined) call?.resolve(result);
        else call?.reject(embeddingUnavailable(error));
      },
      onEnd: (reason) => {
        markEnded();
        if (host !== started) return;
        fail(`The local embedding model stopped${reason === null ? '' : `: ${reason}`}.`);
      },
    });
    return started;
  };
  /** Sends a task to worker.js. `Result` is the type of its answer. */
  const ask = <Result>(task: Asked['task'], texts: string[]): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(embeddingUnavailable('The local embedding model is closed.'));
      host ??= start();
      lastId += 1;
      calls.set(lastId, { resolve: resolve as PendingTask['resolve'], reject });
      host.send({ id: lastId, task, texts });
    });
  return {
    open: () => ask('open', []),
    split: (texts) => ask('split', texts),
    embed: (texts) => ask('embed', texts),
    close: async () => {
      isClosed = true;
      const running = host;
      fail('The local embedding model is closed.');
      if (running) await end(running, ended);
    },
  };
}

/** Waits until a thread ends by itself: ending it while ONNX Runtime computes would abort the process. */
async function end(host: Host, ended: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_MS);
  });
  host.send({ id: 0, task: 'close', texts: [] });
  if ((await Promise.race([ended, late])) === 'late') {
    host.kill();
    await ended;
  }
  clearTimeout(timer);
}
