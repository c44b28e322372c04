import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The messages to and from worker.js. */
export type WorkerCall = {
  id: number;
  task: 'open' | 'split' | 'embed' | 'close';
  texts: string[];
};
export type WorkerAnswer = { id: number; result?: unknown; error?: string };

/** A thread or a process that runs worker.js. It does not keep this process running. */
export type Host = {
  send(call: WorkerCall): void;
  /** Ends the host at once, even if it computes. */
  kill(): void;
};

type WorkerListeners = {
  onAnswer: (answer: WorkerAnswer) => void;
  /** Called once when the host has ended, also after `kill` or a `close` task. `reason` is null without an error. */
  onEnd: (reason: string | null) => void;
};

export type StartHost = (listeners: WorkerListeners) => Host;

const PROGRAM = new URL('./worker.js', import.meta.url);

/**
 * Megabytes of the space for new objects: the whole space of a thread, or each half of that of a process. By default,
 * the space grows to 48 MB and is not released, although embedding a text needs only some kilobytes.
 */
const YOUNG_GENERATION_MB = 2;

export const startThread: StartHost = ({ onAnswer, onEnd }) => {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  const worker = new Worker(PROGRAM, { resourceLimits });
  let reason: string | null = null;
  worker.unref();
  worker.on('message', onAnswer);
  worker.on('error', (error) => {
    reason = error.message;
  });
  worker.once('exit', () => onEnd(reason));
  return {
    send: (call) => worker.postMessage(call),
    kill: () => void worker.terminate(),
  };
};

export const startProcess: StartHost = ({ onAnswer, onEnd }) => {
  const child: ChildProcess = fork(fileURLToPath(PROGRAM), {
    // The options of this process may load a compiler or open a port for a debugger.
    execArgv: [`--max-semi-space-size=${YOUNG_GENERATION_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let reason: string | null = null;
  child.unref();
  child.channel?.unref();
  child.on('message', (answer) => onAnswer(answer as WorkerAnswer));
  child.on('error', (error) => {
    reason = error.message;
    if (child.pid === undefined) onEnd(reason);
  });
  child.once('exit', () => onEnd(reason));
  return {
    // A call to a process that has just ended is rejected when `onEnd` is called.
    send: (call) => void (child.connected && child.send(call)),
    kill: () => void child.kill('SIGKILL'),
  };
};
