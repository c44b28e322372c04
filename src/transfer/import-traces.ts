import type { App } from '../app.ts';
import { isSameSpace } from '../db/embedding-space.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { enqueue } from '../jobs/jobs.ts';
import { embedQuery } from '../models/embedder.ts';
import { readProjectForUse } from '../projects/projects.ts';
import { OutdatedError } from '../projects/retry-outdated.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { TRACE_REFLECTION } from '../traces/apply-review.ts';
import { storeTraceVectors } from '../traces/traces.ts';
import { created, IMPORT_LOCK } from './import-containers.ts';
import type { ImportBatch, ImportOutcome } from './import-project.ts';
import { insertImported, selectLacking, selectTraceKeys } from './import-queries.ts';
import type { Line } from './lines.ts';
import { checkedVector } from './vectors.ts';

type TraceLine = Line<'trace'>;

/** Imports traces with their reviews, their retrievals and the vectors of their tasks. */
export async function importTraces(
  app: App,
  caller: Caller,
  batch: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  const { space } = batch;
  const missing = await selectLacking(app.db, projectId, 'trc', batch.lines as TraceLine[]);
  if (missing.length === 0) return { imported: 0 };
  const vectors = await vectorsOf(app, missing, batch);
  const locks = [IMPORT_LOCK, REVIEWS];
  const imported = await transact(app, caller, { locks }, async ({ db, record }) => {
    const project = await readProjectForUse(db, projectId);
    if (!isSameSpace(spaceOf(project), space)) throw new OutdatedError();
    const traces = await selectLacking(db, projectId, 'trc', missing);
    const keys = traces.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    const taken = await selectTraceKeys(db, projectId, keys);
    await insertImported(
      db,
      'traces',
      traces.map(({ retrievals: _, embedding: __, isReflectionPending: ___, ...trace }) => ({
        projectId,
        ...trace,
        // The idempotency key is left out if another trace of the project has it.
        ...(taken.has(trace.idempotencyKey ?? '') ? { idempotencyKey: null } : {}),
      })),
    );
    await insertImported(
      db,
      'retrievals',
      traces.flatMap(({ id, retrievals }) =>
        retrievals.map((one) => ({ projectId, traceId: id, ...one })),
      ),
    );
    await storeTraceVectors(
      db,
      projectId,
      traces.map(({ id }) => ({ traceId: id, space, embedding: vectors.get(id) ?? [] })),
    );
    for (const { id: subject, isReflectionPending } of traces) {
      if (isReflectionPending) await enqueue(db, { projectId, kind: TRACE_REFLECTION, subject });
    }
    record(
      ...traces.map(({ id, task }) => ({
        type: 'TRACE_CREATED' as const,
        traceId: id,
        changes: [created('task', task)],
      })),
    );
    return traces.length;
  });
  app.jobsSignal.notify();
  return { imported };
}

/** The vector of each task, by trace id. The project's model embeds a task that has no vector in the file. */
async function vectorsOf(
  app: App,
  lines: readonly TraceLine[],
  { hasVectors, space }: ImportBatch,
): Promise<Map<string, number[]>> {
  const embedder = app.embedders.for(space);
  const vectors = await Promise.all(
    lines.map(({ id, embedding, embeddedText, task }) =>
      hasVectors && embedding !== undefined
        ? checkedVector(embedding, space, `trace ${id}`)
        : embedQuery(embedder, embeddedText ?? task),
    ),
  );
  return new Map(lines.map(({ id }, i) => [id, vectors[i] ?? []]));
}
