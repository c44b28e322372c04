import cluster from 'node:cluster';
import { versionOfPrimary } from '../../config.ts';
import { messageOfError } from '../../errors.ts';
import { VERSION } from '../../version.ts';
import {
  type StartHost,
  startProcess,
  type WorkerAnswer,
  type WorkerCall,
} from './start-worker.ts';
import { type ModelThread, openModelThread } from './thread.ts';
import { openModelThreads } from './threads.ts';

/** The messages between a worker and the primary, which is the process that started all workers. */
type ModelMessage =
  | { type: 'model:call'; call: WorkerCall }
  | { type: 'model:answer'; answer: WorkerAnswer };

/**
 * Time without a call after which all processes but the first are ended. It is longer than for a single server process,
 * because on busy cores another process needs seconds to start, and until then the first is too slow for all workers.
 */
const IDLE_MS = 5 * 60_000;

/**
 * Runs the model for all workers, in the primary. It opens with the first call of a worker, and only in processes: if
 * one of them crashes, its calls fail, and no worker ends.
 */
export function shareModel(workers: number): { close(): Promise<void> } {
  let model: ModelThread | undefined;
  const openOnce = () => {
    const openThread = () => openModelThread(startProcess);
    model ??= openModelThreads({ openThread, users: workers, idleMs: IDLE_MS });
    return model;
  };
  cluster.on('message', async (worker, message: ModelMessage) => {
    if (message.type !== 'model:call') return;
    const answer = await answerTo(openOnce(), message.call);
    // The worker can have ended while the model computed.
    if (!worker.isConnected()) return;
    worker.send({ type: 'model:answer', answer } satisfies ModelMessage, undefined, {}, () => {});
  });
  return { close: async () => model?.close() };
}

async function answerTo(
  model: ModelThread,
  { id, task, texts }: WorkerCall,
): Promise<WorkerAnswer> {
  try {
    return { id, result: await (task === 'open' ? model.open() : model[task](texts)) };
  } catch (error) {
    return { id, error: messageOfError(error) };
  }
}

/**
 * The model that the primary of this worker runs. Null if this process is no worker, or if the primary has another
 * version, as during an upgrade.
 */
export function openSharedModel(): ModelThread | null {
  if (!cluster.isWorker || versionOfPrimary() !== VERSION) return null;
  return openModelThread(startInPrimary);
}

/** The model of the primary, as a host that this worker has started. The primary ends it after the workers. */
const startInPrimary: StartHost = ({ onAnswer, onEnd }) => {
  const receive = (message: ModelMessage) => {
    if (message.type === 'model:answer') onAnswer(message.answer);
  };
  const end = () => {
    process.off('message', receive);
    onEnd(null);
  };
  process.on('message', receive);
  return {
    send: (call) => {
      if (call.task === 'close') return end();
      process.send?.({ type: 'model:call', call } satisfies ModelMessage, undefined, {}, () => {});
    },
    kill: end,
  };
};
