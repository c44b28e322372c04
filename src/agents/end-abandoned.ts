import type { App } from '../app.ts';
import { transact } from '../events/transact.ts';
import { findProjects } from '../projects/projects.ts';
import { settleEach } from '../retention.ts';
import { countGeneration } from '../stats/count.ts';
import { endGeneration } from './end-generation.ts';
import { type AbandonedGeneration, selectAbandoned } from './generation-queries.ts';
import { initialState } from './generation-state.ts';
import { GenerationCancelled, staleSince } from './running-generations.ts';

const ACTOR = 'retention';

const WAITING = { status: 'REQUIRES_ACTION' } as const;
const FAILED = {
  status: 'FAILED',
  error: 'INTERNAL_SERVER_ERROR: The process that ran the generation has ended.',
  idempotencyKey: null,
  requestHash: null,
} as const;

/**
 * Ends the generations whose process has ended (see `staleSince`). One that was being continued requires action again; any
 * other has FAILED. One that cannot be ended does not stop the others.
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
  const caller = { project, actor: ACTOR, isRoot: false };
  const values = canContinue ? WAITING : FAILED;
  const ended = await transact(app, caller, { locks: [] }, (transaction) =>
    endGeneration(app, transaction, row, { from: 'RUNNING', unchangedSince: since, values }),
  ).catch((error: unknown) => {
    // Another process has ended or continued it meanwhile.
    if (!(error instanceof GenerationCancelled)) throw error;
    return null;
  });
  if (ended?.status !== 'FAILED') return;
  const { usage } = initialState();
  const durationMs = row.updatedAt.getTime() - row.createdAt.getTime();
  countGeneration(app, { ...ended, usage, durationMs, trace: null });
}
