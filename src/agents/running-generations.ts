import type { App } from '../app.ts';
import type { GenerationRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { every } from '../every.ts';
import { selectProgress, touchRunning } from './generation-queries.ts';

/** Interval at which a process reads which of its generations were cancelled by other processes, or deleted. */
const CHECK_MS = 1000;

/** Interval at which a process records that a generation still runs. It is far below `STALE_MS`. */
const TOUCH_MS = 60_000;

/** A RUNNING generation that was not touched for this time is abandoned, and its claim is void. */
export const STALE_MS = 15 * 60_000;

/**
 * A RUNNING generation that was last touched before this time is abandoned. An embedded database is open in one process
 * at a time, so those from before this process opened it are abandoned as well.
 */
export function staleSince({ clock, connection, openedAt }: App): Date {
  const since = new Date(clock().getTime() - STALE_MS);
  return connection.kind === 'embedded' && since < openedAt ? openedAt : since;
}

/** The error of a call whose generation was cancelled by `cancelGeneration`. */
export class GenerationCancelled extends DomainError {
  constructor(generationId: string) {
    super('CONFLICT', 'The generation was cancelled.', { details: { generationId } });
  }
}

type RunningGeneration = {
  projectId: string;
  abort: (reason: unknown) => void;
  /** Whether the row was stored. If it is missing after that, it was deleted. */
  isStored: boolean;
};

/** The generations that run in this process, by id. */
const runningOf = new WeakMap<App, Map<string, RunningGeneration>>();

/** A generation to watch: its row, which is in the database once `stored` resolves, and the signal of its caller. */
type WatchedGeneration = {
  row: GenerationRow;
  stored: Promise<void>;
  callerSignal: AbortSignal | undefined;
};

/**
 * Runs a part of a generation with a signal that aborts when the generation is cancelled or deleted, in any process, or
 * when the caller's signal aborts. If a part begins while another one of the same generation runs, only the new one is
 * watched.
 */
export async function whileRunning<T>(
  app: App,
  { row: { projectId, id }, stored, callerSignal }: WatchedGeneration,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (reason: unknown) => controller.abort(reason);
  const onCallerAbort = () => abort(callerSignal?.reason);
  if (callerSignal?.aborted) onCallerAbort();
  callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
  const running = runningOf.get(app) ?? startChecking(app);
  const generation: RunningGeneration = { projectId, abort, isStored: false };
  running.set(id, generation);
  stored.then(
    () => {
      generation.isStored = true;
    },
    () => {},
  );
  try {
    return await run(controller.signal);
  } finally {
    if (running.get(id) === generation) running.delete(id);
    callerSignal?.removeEventListener('abort', onCallerAbort);
  }
}

/** The number of the project's generations that run in this process. */
export function countRunning(app: App, projectId: string): number {
  const running = [...(runningOf.get(app)?.values() ?? [])];
  return running.filter((one) => one.projectId === projectId).length;
}

/** Aborts the call of a cancelled generation, if it runs in this process. */
export function abortHere(app: App, generationId: string): void {
  runningOf.get(app)?.get(generationId)?.abort(new GenerationCancelled(generationId));
}

/**
 * Aborts the generations that run in this process, before the process ends. Their idempotency keys are released, so the
 * calls can be repeated.
 */
export function endRunning(app: App): void {
  for (const { abort } of runningOf.get(app)?.values() ?? []) {
    abort(
      new DomainError(
        'CHAT_UNAVAILABLE',
        'The server stopped before the generation had ended. Send the call again.',
      ),
    );
  }
}

/** Starts the check of this process, which ends when no generation runs. */
function startChecking(app: App): Map<string, RunningGeneration> {
  const running = new Map<string, RunningGeneration>();
  runningOf.set(app, running);
  const timer = every(CHECK_MS, async () => {
    if (running.size === 0) {
      clearInterval(timer);
      runningOf.delete(app);
      return;
    }
    await checkProgress(app, running).catch((error: unknown) =>
      app.log.warn({ error }, 'Cancelled generations were not read; trying again'),
    );
  });
  return running;
}

async function checkProgress(app: App, running: Map<string, RunningGeneration>): Promise<void> {
  const projectIds = [...new Set([...running.values()].map(({ projectId }) => projectId))];
  // The query finds every row that was stored before it began, except deleted ones.
  const checked = [...running].map(([id, { abort, isStored }]) => ({ id, abort, isStored }));
  const rows = await selectProgress(app.db, { projectIds, ids: checked.map(({ id }) => id) });
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  for (const { id, abort, isStored } of checked) {
    const status = statuses.get(id);
    // An agent is deleted with its generations.
    const isDeleted = status === undefined && isStored;
    if (status === 'CANCELLED' || isDeleted) abort(new GenerationCancelled(id));
  }
  const now = app.clock();
  const dueAt = now.getTime() - TOUCH_MS;
  const due = rows.filter(
    ({ status, updatedAt }) => status === 'RUNNING' && updatedAt.getTime() < dueAt,
  );
  if (due.length === 0) return;
  await touchRunning(app.db, { projectIds, ids: due.map(({ id }) => id) }, now);
}
