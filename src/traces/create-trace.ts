import { z } from 'zod';
import type { App } from '../app.ts';
import { isSameSpace, type Space } from '../db/embedding-space.ts';
import { breaksUnique } from '../db/failures.ts';
import type { ProjectRow, RetrievalRow, TraceRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables.ts';
import { findEntries } from '../entries/entries.ts';
import { requestHashOf } from '../entries/idempotency.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { REVIEWS, type Transaction, transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import {
  checkInput,
  contentInput,
  idempotencyKeyInput,
  metadataInput,
  textInput,
} from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import { embedQuery } from '../models/embedder.ts';
import { readProjectForUse } from '../projects/projects.ts';
import { OutdatedError, retryOutdated } from '../projects/retry-outdated.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { applyReview } from './apply-review.ts';
import { insertRetrievals, insertTrace, selectTraceByKey } from './queries.ts';
import { type Review, reviewInput, toReview } from './review-input.ts';
import { storeTraceVectors } from './traces.ts';
import { type TraceMessage, toolsUsedIn, trajectoryInput } from './trajectory.ts';

export const MAX_RETRIEVED = 500;
export const MAX_RESPONSE_CHARACTERS = 1_000_000;

export const retrievedInput = z
  .array(z.string())
  .max(MAX_RETRIEVED, `must hold at most ${MAX_RETRIEVED} ids`);

const nameInput = textInput.trim().min(1, 'must not be blank').max(200);

const traceInput = z.object({
  task: contentInput,
  trajectory: trajectoryInput,
  finalResponse: textInput
    .max(MAX_RESPONSE_CHARACTERS, `must have at most ${MAX_RESPONSE_CHARACTERS} characters`)
    .nullish(),
  retrievedEntryIds: retrievedInput,
  metadata: metadataInput.nullish(),
  agentId: nameInput.nullish(),
  model: nameInput.nullish(),
  review: reviewInput.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/** An entry that a run retrieved. `score` is null unless this server ranked it. */
export type Shown = { entryId: string; score: number | null };

/** A trace to store. */
export type Draft = {
  /** Set if the caller receives the id before the run has ended. */
  id?: string;
  task: string;
  trajectory: TraceMessage[];
  finalResponse: string | null;
  shown: Shown[];
  metadata: Metadata;
  agentId: string | null;
  model: string | null;
  idempotencyKey: string | null;
  requestHash: string | null;
  review: Review | null;
};

/**
 * Stores a trace, with its review if one is given.
 * @throws BAD_USER_INPUT, NOT_FOUND (a retrieved entry), CONFLICT (the idempotency key),
 * EMBEDDING_UNAVAILABLE
 */
export async function createTrace(app: App, caller: Caller, input: unknown): Promise<TraceRow> {
  const given = checkInput(traceInput, input);
  const { retrievedEntryIds, review, metadata, idempotencyKey, ...run } = given;
  return storeTrace(app, caller, {
    ...run,
    finalResponse: run.finalResponse ?? null,
    agentId: run.agentId ?? null,
    model: run.model ?? null,
    metadata: metadata ?? {},
    shown: [...new Set(retrievedEntryIds)].map((entryId) => ({ entryId, score: null })),
    review: review ? toReview(review, 'input.review') : null,
    idempotencyKey: idempotencyKey ?? null,
    requestHash: idempotencyKey ? requestHashOf(given) : null,
  });
}

/** Stores a trace. @throws NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE (nothing was stored) */
export async function storeTrace(app: App, caller: Caller, draft: Draft): Promise<TraceRow> {
  const first = await findByKey(app, caller, draft);
  if (first) return first;
  await requireShown(app, caller.project.id, draft.shown);
  if (draft.review?.memoryId) await getMemory(app, caller.project.id, draft.review.memoryId);
  const locks = draft.review ? [REVIEWS] : [];
  const stored = await retryOutdated(app, caller.project, async (project) => {
    const vectors = await embedTask(app, project, draft.task);
    return transact(app, caller, { locks }, (transaction) =>
      insertDraft(app, caller, transaction, { draft, vectors }),
    );
  }).catch(async (error: unknown) => {
    const other = breaksUnique(error, 'traces_idempotency_key')
      ? await findByKey(app, caller, draft)
      : null;
    if (other) return other;
    throw error;
  });
  if (draft.review?.generateReflection) app.jobsSignal.notify();
  return stored;
}

/** The trace with the draft's idempotency key, or null. @throws CONFLICT if its input differs */
async function findByKey(
  app: App,
  { project }: Caller,
  { idempotencyKey, requestHash }: Draft,
): Promise<TraceRow | null> {
  if (idempotencyKey === null) return null;
  const first = await selectTraceByKey(app.db, project.id, idempotencyKey);
  if (first === null || first.requestHash === requestHash) return first;
  throw conflict(`The idempotency key ${idempotencyKey} was used for another trace.`);
}

/** Deleted entries are accepted. @throws NOT_FOUND for the first entry that is not in the project */
export async function requireShown(
  app: App,
  projectId: string,
  shown: readonly Shown[],
): Promise<void> {
  if (shown.length === 0) return;
  const ids = shown.map(({ entryId }) => entryId);
  const known = new Set((await findEntries(app, projectId, ids)).map((entry) => entry.id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound('entry', missing);
}

export type TaskVector = { space: Space; embedding: number[] };

/**
 * Embeds the task in the project's space and, if the project is being moved, in the next space. If the model
 * of the next space fails, the re-embedding job embeds the task later.
 * @throws EMBEDDING_UNAVAILABLE
 */
export async function embedTask(
  app: App,
  project: ProjectRow,
  task: string,
): Promise<TaskVector[]> {
  const embedIn = async (space: Space) => ({
    space,
    embedding: await embedQuery(app.embedders.for(space), task),
  });
  const next = nextSpaceOf(project);
  const vectors = [await embedIn(spaceOf(project))];
  if (next === null) return vectors;
  const inNext = await embedIn(next).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    app.log.warn({ error, project: project.id }, 'A task was not embedded with the next model');
    return [];
  });
  return vectors.concat(inNext);
}

/** Inserts a trace. @throws OutdatedError if the project's space is not that of the vectors */
export async function insertDraft(
  app: App,
  caller: Caller,
  transaction: Transaction,
  { draft, vectors }: { draft: Draft; vectors: TaskVector[] },
): Promise<TraceRow> {
  const { db, record } = transaction;
  const projectId = caller.project.id;
  const project = await readProjectForUse(db, projectId);
  const [current] = vectors;
  if (current && !isSameSpace(current.space, spaceOf(project))) throw new OutdatedError();
  const { shown, review, trajectory, ...run } = draft;
  const trace: TraceRow = {
    ...run,
    projectId,
    id: draft.id ?? newId('trc'),
    toolsUsed: toolsUsedIn(trajectory),
    reviewResult: null,
    reviewReward: null,
    reviewFeedback: null,
    reviewAlpha: null,
    reviewOrder: null,
    reviewedAt: null,
    reviewedBy: null,
    reflectionMemoryId: null,
    reflectionEntryId: null,
    createdAt: app.clock(),
  };
  const retrieved = shown.map(
    ({ entryId, score }, i): RetrievalRow => ({
      projectId,
      traceId: trace.id,
      entryId,
      rank: i + 1,
      score,
    }),
  );
  await Promise.all([
    insertTrace(db, { ...trace, trajectory }),
    storeTraceVectors(
      db,
      projectId,
      vectors.map((vector) => ({ ...vector, traceId: trace.id })),
    ),
    insertRetrievals(db, retrieved),
    record({
      type: 'TRACE_CREATED',
      traceId: trace.id,
      changes: [{ field: 'task', before: null, after: trace.task }],
    }),
  ]);
  if (review === null) return trace;
  return (await applyReview(app, { ...caller, project }, transaction, { trace, review })).trace;
}
