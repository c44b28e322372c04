import type { App } from './app.ts';
import { type Handlers, startWorker, type Worker } from './jobs/worker.ts';
import { runReembedding } from './reembedding/run-reembedding.ts';
import { runReflection } from './reflections/run-reflection.ts';

/** What does each kind of job. */
const HANDLERS: Handlers = { REEMBED: runReembedding, REFLECT: runReflection };

/** Runs jobs in this process until stopped. */
export function startBackground(app: App): Worker {
  return startWorker(app, HANDLERS);
}
