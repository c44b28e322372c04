import type { App } from '../app.ts';
import { transact } from '../events/transact.ts';
import { findProjects } from '../projects/projects.ts';
import { countGeneration } from '../stats/count.ts';
import { endGeneration } from './end-generation.ts';
import { selectAbandoned } from './generation-queries.ts';
import { begunState } from './generation-state.ts';
import { GenerationCancelled, staleSince } from './running-generations.ts';

const BATCH = 100;
const ACTOR = 'retention';

const WAITING = { status: 'REQUIRES_ACTION' } as const;
const FAILED = {
  status: 'FAILED',
  error: 'INTERNAL_SERVER_ERROR: The process that ran the generation has ended.',
  idempotencyKey: null,
  requestHash: null,
} as const;

/**
 * Ends the generations whose process has ended, which no process has touched for `STALE_MS`. One that was being
 * continued requires action again; any other has FAILED.
 */
export async function endAbandoned(app: App): Promise<void> {
  for (;;) {
    const since = staleSince(app);
    const abandoned = await selectAbandoned(app.db, { staleSince: since, limit: BATCH });
    for (const { canContinue, ...row } of abandoned) {
      const [project] = await findProjects(app, [row.projectId]);
      if (project === undefined) continue;
      const caller = { project, actor: ACTOR, isRoot: false };
      const values = canContinue ? WAITING : FAILED;
      const ended = await transact(app, caller, { locks: [] }, (transaction) =>
        endGeneration(app, transaction, row, { from: 'RUNNING', unchangedSince: since, values }),
      ).catch((error: unknown) => {
        // Another process has ended or continued it meanwhile.
        if (!(error instanceof GenerationCancelled)) throw error;
        return null;
      });
      if (ended?.status !== 'FAILED') continue;
      const { usage } = begunState();
      const durationMs = row.updatedAt.getTime() - row.createdAt.getTime();
      countGeneration(app, { ...ended, usage, durationMs, trace: null });
    }
    if (abandoned.length < BATCH) return;
  }
}
