import cluster, { type Worker } from 'node:cluster';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { type Config, workerVariables } from '../config.ts';
import { createLog } from '../log.ts';
import { collectMetrics } from '../metrics-of-workers.ts';
import { shareModel } from '../models/minilm/shared-model.ts';
import { VERSION } from '../version.ts';
import { passCallsOn } from '../worker-calls.ts';
import { nextSignal } from './next-signal.ts';

/**
 * Maximum number of workers unless `WORKERS` is set. Each has connections of its own, of which PostgreSQL accepts 100
 * by default.
 */
const DEFAULT_WORKERS = 4;

/**
 * The Node.js flag that limits each half of the space for new objects (a semi-space) to 48 MB; the default is 16. A
 * larger one is collected less often, and each collection copies the objects of all requests in progress. So a list
 * with entries takes about a fifth less processor time (decision 046). `npm start` and the container image use the same
 * flag. If the first process was started with a value of its own, the workers use that.
 */
export const YOUNG_GENERATION = '--max-semi-space-size=48';

/** Time until a worker that ended is replaced. It doubles each time that a worker ends before it serves. */
const RESTART_MS = 500;
const RESTART_AT_MOST_MS = 15_000;

/** The number of processes that serve one port. @throws if the embedded database is asked for more than one */
export function countWorkers({ databaseUrl, isReadOnly, workers }: Config): number {
  if (databaseUrl === undefined && !isReadOnly) {
    if (workers <= 1) return 1;
    throw new Error('WORKERS must be 1 with the embedded database; set DATABASE_URL to use more.');
  }
  return workers || Math.min(availableParallelism(), DEFAULT_WORKERS);
}

/**
 * Runs the workers until SIGTERM or SIGINT. A worker that ends is replaced. At SIGHUP all workers are replaced, one
 * after the other: when the new one serves, the old one finishes its requests and ends.
 */
export async function runWorkers(config: Config, count: number): Promise<void> {
  const log = createLog(config);
  new RateLimiterClusterMaster();
  cluster.setupPrimary({
    execArgv: [YOUNG_GENERATION, ...process.execArgv],
    // Calls between workers have binary data.
    serialization: 'advanced',
  });
  passCallsOn();
  const model = shareModel(count);
  const pool = createPool(log, count);
  collectMetrics(pool.serving);
  process.on('SIGHUP', () => void pool.replaceAll());
  const stopped = nextSignal();
  const started = await Promise.race([pool.start(), stopped.then(() => null)]);
  if (started === false) {
    process.exitCode = 1;
    return;
  }
  if (started) log.info({ workers: count }, 'All workers serve');
  log.info({ signal: await stopped }, 'Stopping the workers');
  await pool.stop();
  await model.close();
}

/** Starts the workers and replaces them, one after the other. */
function createPool(log: Logger, count: number) {
  const workers = createWorkers(log, count);
  let replacing: Promise<void> = Promise.resolve();
  /** The first worker starts alone: it prepares the database for the others, and prints the address. */
  const startAll = async (): Promise<boolean> => {
    if (!(await workers.add())) return false;
    await workers.startMissing();
    return true;
  };
  const replaceEach = async () => {
    for (const worker of workers.all()) {
      if (workers.isStopping()) return;
      // A worker that ended meanwhile was replaced already.
      if (!workers.has(worker)) continue;
      if (!(await workers.add())) {
        return void log.error('A new worker does not start; the old ones stay');
      }
      await workers.remove(worker);
      void workers.startMissing();
    }
    log.info('All workers were replaced');
  };
  return {
    /** Starts all workers. Returns false if the first one ended before it served. */
    start: (): Promise<boolean> => {
      const started = startAll();
      // A SIGHUP during the start replaces the workers after all of them have started.
      replacing = started.then(() => {});
      return started;
    },
    serving: workers.serving,
    replaceAll: () => {
      replacing = replacing.then(replaceEach);
      return replacing;
    },
    stop: workers.stop,
  };
}

/** The workers that run. One that ends is replaced, unless it was removed. */
function createWorkers(log: Logger, count: number) {
  const workers = new Set<Worker>();
  const serving = new Set<Worker>();
  let hasServed = false;
  let isStopping = false;

  /** Starts a worker. Returns false if it ended before it served. */
  const add = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (isStopping) return resolve(false);
      const worker = cluster.fork(workerVariables(VERSION));
      workers.add(worker);
      // A message to a worker that has just ended is lost.
      worker.on('error', (error) => log.warn({ error }, 'A message to a worker was lost'));
      worker.once('listening', () => {
        hasServed = true;
        serving.add(worker);
        restart.succeeded();
        resolve(true);
      });
      worker.once('exit', (code, signal) => {
        const wasWanted = workers.delete(worker);
        const wasServing = serving.delete(worker);
        resolve(false);
        if (isStopping || !wasWanted) return;
        // A first worker that cannot start has already printed the reason.
        if (!hasServed) return;
        log.error({ pid: worker.process.pid, code, signal }, 'A worker ended');
        restart.soon({ isFailure: !wasServing });
      });
    });
  /** Starts the missing workers. There is none if the worker that ended was to replace another one. */
  const startMissing = () => {
    restart.cancel();
    return Promise.all(Array.from({ length: count - workers.size }, add));
  };
  const restart = createRestart(startMissing);
  /** Lets a worker finish its requests and end. Resolves when it has ended. */
  const remove = (worker: Worker): Promise<void> =>
    new Promise((resolve) => {
      if (worker.isDead()) return resolve();
      worker.once('exit', () => resolve());
      workers.delete(worker);
      worker.process.kill('SIGTERM');
    });
  return {
    add,
    startMissing,
    remove,
    all: () => [...workers],
    has: (worker: Worker) => workers.has(worker),
    serving: () => [...serving],
    isStopping: () => isStopping,
    stop: async () => {
      isStopping = true;
      await Promise.all([...workers].map(remove));
    },
  };
}

/** Calls `start` some time after a worker has ended. The pause grows with each worker that ends before it serves. */
function createRestart(start: () => unknown) {
  let failures = 0;
  let timer: NodeJS.Timeout | null = null;
  return {
    soon: ({ isFailure }: { isFailure: boolean }) => {
      if (isFailure) failures += 1;
      timer ??= setTimeout(start, Math.min(RESTART_MS * 2 ** failures, RESTART_AT_MOST_MS));
    },
    cancel: () => {
      if (timer) clearTimeout(timer);
      timer = null;
    },
    succeeded: () => {
      failures = 0;
    },
  };
}
