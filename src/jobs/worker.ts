import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { failureCode, isUnavailable } from '../db/failures.ts';
import type { JobRow } from '../db/rows.ts';
import { DomainError, type ErrorCode } from '../errors.ts';
import { createWakeSignal } from '../wake-signal.ts';
import { claimNext, fail, LeaseLost, runLater } from './jobs.ts';
import { type JobKind, renewLease } from './queries.ts';

/**
 * Runs a job, and calls `complete` in its last transaction. A handler can be called again for a job that another
 * process began. It must stop when `signal` is aborted, and store each step in a transaction that checks the lease,
 * since the job can be cancelled.
 */
export type Handler = (app: App, job: JobRow, signal: AbortSignal) => Promise<void>;

export type JobHandlers = Readonly<Record<JobKind, Handler>>;

export type Worker = { stop(): Promise<void> };

const LEASE_SECONDS = 15;
/** Interval of the renewals of a lease, and so the longest time for which a cancelled job continues. */
const RENEWAL_MS = 800;
/**
 * Longest time between two searches for due jobs in all projects. In between, a process searches when it is notified of
 * a job, and searches the projects in which events were recorded. Two kinds of jobs wait for the search in all
 * projects: those whose lease in another process has expired, and those whose retry was delayed by a process that has
 * ended.
 */
const IDLE_POLL_MS = 10_000;
/** Shortest time between two searches in projects in which events were recorded. */
const LOOK_MS = 1000;
const FIRST_DELAY_SECONDS = 1;
const MAX_DELAY_SECONDS = 300;

/** Errors that a retry can resolve. */
const TRANSIENT: readonly ErrorCode[] = [
  'EMBEDDING_UNAVAILABLE',
  'CHAT_UNAVAILABLE',
  'RATE_LIMITED',
  'DATABASE_UNAVAILABLE',
  'CONFLICT',
];

/** Runs due jobs concurrently until stopped. Unfinished jobs are queued again. */
export function startWorker(app: App, handlers: JobHandlers): Worker {
  const stopping = new AbortController();
  const dispatching = dispatch(app, handlers, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      app.jobsSignal.notify();
      await dispatching;
    },
  };
}

/** Claims due jobs and runs at most `app.config.jobs.concurrency` of them at the same time. */
async function dispatch(app: App, handlers: JobHandlers, stopping: AbortSignal): Promise<void> {
  const { concurrency } = app.config.jobs;
  if (concurrency === 0) return;
  const running = new Set<Promise<void>>();
  const changed = watchProjects(app);
  // The projects to search; null for all.
  let among: string[] | null = null;
  while (!stopping.aborted) {
    const lookAtAll = app.jobsSignal.next();
    const lookAtChanged = changed.next();
    const job = running.size < concurrency ? await claim(app, among) : null;
    if (job !== null) {
      const run: Promise<void> = runJob(app, handlers[job.kind], job, stopping).finally(() => {
        running.delete(run);
        app.jobsSignal.notify();
      });
      running.add(run);
      // A job that was added during the claim can belong to a project that was not searched.
      if (lookAtAll.aborted) among = null;
      else if (lookAtChanged.aborted && among !== null) among = [...among, ...changed.take()];
      continue;
    }
    const woken = AbortSignal.any([lookAtAll, lookAtChanged]);
    const isWoken = await sleep(IDLE_POLL_MS, false, { signal: woken, ref: false }).catch(
      () => true,
    );
    const taken = changed.take();
    among = isWoken && !lookAtAll.aborted ? taken : null;
  }
  changed.close();
  await Promise.all(running);
}

async function claim(app: App, among: readonly string[] | null): Promise<JobRow | null> {
  try {
    return await claimNext(app, LEASE_SECONDS, among);
  } catch (error) {
    if (!isUnavailable(error)) app.log.error({ error }, 'Due jobs cannot be claimed; trying again');
    return null;
  }
}

/**
 * Collects the projects in which events are recorded. When there are any, the signal of `next` is aborted, at most once
 * in `LOOK_MS`. `take` returns the projects and forgets them.
 */
function watchProjects({ changes }: App) {
  const changed = new Set<string>();
  const signal = createWakeSignal();
  let timer: NodeJS.Timeout | undefined;
  let lastLook = Number.NEGATIVE_INFINITY;
  const stop = changes.onChange((projectId) => {
    changed.add(projectId);
    timer ??= setTimeout(
      () => {
        timer = undefined;
        lastLook = performance.now();
        signal.notify();
      },
      Math.max(0, lastLook + LOOK_MS - performance.now()),
    ).unref();
  });
  return {
    next: signal.next,
    take: () => {
      const taken = [...changed];
      changed.clear();
      return taken;
    },
    close: () => {
      stop();
      clearTimeout(timer);
    },
  };
}

/** Runs a job and, if it fails, queues it again or marks it FAILED. Never throws. */
async function runJob(app: App, handler: Handler, job: JobRow, stopping: AbortSignal) {
  const ended = new AbortController();
  const lost = new AbortController();
  void keepLease(app, job, { ended: ended.signal, lost });
  try {
    await handler(app, job, AbortSignal.any([stopping, lost.signal]));
    app.metrics.jobs.inc({ kind: job.kind, outcome: 'completed' });
  } catch (error) {
    if (error instanceof LeaseLost || lost.signal.aborted) return;
    await settle(app, job, { error, isStopping: stopping.aborted }).catch((cause: unknown) =>
      app.log.warn({ error: cause, job: job.id }, 'The failure of a job was not stored'),
    );
  } finally {
    ended.abort();
  }
}

/** Renews the lease of a job until it has ended, or aborts `lost` when this process no longer holds it. */
async function keepLease(
  app: App,
  job: JobRow,
  { ended, lost }: { ended: AbortSignal; lost: AbortController },
): Promise<void> {
  for (;;) {
    await sleep(RENEWAL_MS, null, { signal: ended, ref: false }).catch(() => {});
    if (ended.aborted) return;
    try {
      const isHeld = await renewLease(app.db, job, LEASE_SECONDS);
      if (!isHeld) return lost.abort(new LeaseLost(job));
    } catch (error) {
      app.log.warn({ error, job: job.id }, 'The lease of a job was not renewed');
    }
  }
}

async function settle(
  app: App,
  job: JobRow,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  if (isStopping) {
    await runLater(app, job, { seconds: 0, error: job.error, attempts: job.attempts - 1 });
    return;
  }
  const isKnown = error instanceof DomainError;
  const message = isKnown ? `${error.code}: ${error.message}` : failureCode(error);
  if (!isKnown) app.log.error({ error, job: job.id, kind: job.kind }, 'A job failed');
  const mayPass = !isKnown || TRANSIENT.includes(error.code);
  const isLast = job.attempts >= app.config.jobs.maxAttempts || !mayPass;
  app.metrics.jobs.inc({ kind: job.kind, outcome: isLast ? 'failed' : 'retried' });
  if (isLast) await fail(app, job, message);
  else {
    const seconds = Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** (job.attempts - 1));
    await runLater(app, job, { seconds, error: message, attempts: job.attempts });
  }
}
