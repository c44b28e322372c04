import type { App } from '../app.ts';
import { settleEach } from '../batches.ts';
import type { GenerationRow } from '../db/rows.ts';
import { ERROR_CODES } from '../errors.ts';
import { transact } from '../events/transact.ts';
import { findProjects } from '../projects/projects.ts';
import { type Caller, RETENTION_ACTOR } from '../projects/viewer.ts';
import { countGeneration } from '../stats/record-counts.ts';
import { type End, endGeneration } from './end-generation.ts';
import { type AbandonedGeneration, selectAbandoned } from './generation-queries.ts';
import { initialState } from './generation-state.ts';
import { GenerationCancelled, staleSince } from './running-generations.ts';
import { storeLater } from './store-again.ts';

export type Values = End['values'];

/** The values of an abandoned generation with pending calls of tools: it requires action again. */
export const WAITING: Values = { status: 'REQUIRES_ACTION' };

const failedWith = (error: string): Values => ({
  status: 'FAILED',
  error,
  idempotencyKey: null,
  requestHash: null,
});

/** The values of a generation whose process has ended. */
const ABANDONED = failedWith(
  'INTERNAL_SERVER_ERROR: The process that ran the generation has ended.',
);

/** The values of a generation that could not begin. */
export const NOT_BEGUN = failedWith(`DATABASE_UNAVAILABLE: ${ERROR_CODES.DATABASE_UNAVAILABLE}`);

/**
 * Ends the generations whose process has ended (see `staleSince`). A generation with pending calls of tools requires
 * action again; any other becomes FAILED. If one cannot be ended, the error is logged, and the others are ended.
 */
export function endAbandoned(app: App): Promise<void> {
  const since = staleSince(app);
  return settleEach({
    select: (page) => selectAbandoned(app.db, { ...page, staleSince: since }),
    settle: (generation) => endOne(app, generation, since),
    onFailure: ({ id: generationId }, error) =>
      app.log.warn({ error, generationId }, 'An abandoned generation could not be ended'),
  });
}

async function endOne(
  app: App,
  { canContinue, ...row }: AbandonedGeneration,
  since: Date,
): Promise<void> {
  const [project] = await findProjects(app, [row.projectId]);
  if (project === undefined) return;
  const caller = { project, actor: RETENTION_ACTOR, isRoot: false };
  await endUnchanged(app, caller, row, { since, values: canContinue ? WAITING : ABANDONED });
}

/**
 * Ends a generation that began in a transaction whose answer was lost, so that no process runs it. It is ended as soon
 * as the database is available, unless the transaction was not stored. `row` is the generation as that transaction
 * stores it.
 */
export function endUnanswered(app: App, caller: Caller, row: GenerationRow, values: Values): void {
  const since = new Date(row.updatedAt.getTime() + 1);
  storeLater(() => endUnchanged(app, caller, row, { since, values })).catch((error: unknown) =>
    app.log.warn({ error, generationId: row.id }, 'An abandoned generation was not ended'),
  );
}

/** Ends a RUNNING generation that has not changed since a time. */
async function endUnchanged(
  app: App,
  caller: Caller,
  row: GenerationRow,
  { since, values }: { since: Date; values: Values },
): Promise<void> {
  const ended = await transact(app, caller, { locks: [] }, (transaction) =>
    endGeneration(app, transaction, row, { from: 'RUNNING', unchangedSince: since, values }),
  ).catch((error: unknown) => {
    // Another process has ended or continued the generation meanwhile, or the generation was not stored.
    if (!(error instanceof GenerationCancelled)) throw error;
    return null;
  });
  if (ended?.status !== 'FAILED') return;
  const { usage } = initialState();
  const durationMs = row.updatedAt.getTime() - row.createdAt.getTime();
  countGeneration(app, { ...ended, usage, durationMs, trace: null });
}
