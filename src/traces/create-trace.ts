import { z } from 'zod';
import type { App } from '../app.ts';
import { isSameSpace, type Space } from '../db/embedding-space.ts';
import { breaksUnique } from '../db/failures.ts';
import type { ProjectRow, RetrievalRow, TraceRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { findEntries } from '../entries/entries.ts';
import { contentOf } from '../entries/statements.ts';
import { conflict, DomainError, requireFound } from '../errors.ts';
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
import type { Usage } from '../models/chat.ts';
import { queryVector } from '../models/vector-cache.ts';
import { modelInput } from '../projects/model-input.ts';
import { readProjectForUse } from '../projects/projects.ts';
import { requestHashOf } from '../projects/request-hash.ts';
import { requireMetadata } from '../projects/required-metadata.ts';
import { OutdatedError, retryOutdated } from '../projects/retry-outdated.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { countTrace } from '../stats/record-counts.ts';
import { applyReview } from './apply-review.ts';
import { insertRetrievals, insertTrace, selectTraceByKey } from './queries.ts';
import { MAX_RETRIEVED, type Review, reviewInput, toReview } from './review-input.ts';
import { storeTraceVectors } from './traces.ts';
import { type TraceMessage, toolsUsedIn, trajectoryInput } from './trajectory.ts';

export const MAX_RESPONSE_CHARACTERS = 1_000_000;

export const retrievedInput = z
  .array(z.string())
  .max(MAX_RETRIEVED, `must hold at most ${MAX_RETRIEVED} ids`);

/** A number that the database stores in 32 bits. */
const countInput = z
  .number()
  .int()
  .min(0, 'must be 0 or more')
  .max(2_147_483_647, 'must be at most 2147483647');

const usageInput = z.object({ inputTokens: countInput, outputTokens: countInput });

const traceInput = z.object({
  task: contentInput,
  embeddedText: contentInput.nullish(),
  trajectory: trajectoryInput,
  finalResponse: textInput
    .max(MAX_RESPONSE_CHARACTERS, `must have at most ${MAX_RESPONSE_CHARACTERS} characters`)
    .nullish(),
  retrievedEntryIds: retrievedInput,
  metadata: metadataInput.nullish(),
  // The name of an agent is stored as it is given, like that of a model.
  agentId: modelInput.nullish(),
  model: modelInput.nullish(),
  usage: usageInput.nullish(),
  durationMs: countInput.nullish(),
  review: reviewInput.nullish(),
  idempotencyKey: idempotencyKeyInput,
});

/**
 * An entry that a run retrieved. `score` is null unless this server ranked it. `content` is the text that the run was
 * shown; if it is omitted, the trace keeps the content that the entry has when the trace is stored. `used` is the share
 * of the content's words that the final response contains; null or omitted if it is not known.
 */
export type RetrievedInput = {
  entryId: string;
  score: number | null;
  content?: string;
  used?: number | null;
};

type KnownRetrieval = Required<RetrievedInput>;

/** A trace to store. */
export type TraceDraft = {
  /** Set if the caller receives the id before the run has ended. */
  id?: string;
  task: string;
  /** The text that is embedded for searches instead of the task; null to embed the task. */
  embeddedText: string | null;
  trajectory: TraceMessage[];
  finalResponse: string | null;
  retrieved: RetrievedInput[];
  metadata: Metadata;
  agentId: string | null;
  model: string | null;
  /** Null if the tokens were not counted. */
  usage: Usage | null;
  /** Null if the duration was not measured. */
  durationMs: number | null;
  idempotencyKey: string | null;
  requestHash: string | null;
  review: Review | null;
};

/** Further changes in the transaction that stores a trace. It must use the database of the transaction. */
export type Alongside = (transaction: Transaction, trace: TraceRow) => Promise<void>;

/**
 * Stores a trace, with its review if one is given.
 * @throws BAD_USER_INPUT, NOT_FOUND (a retrieved entry), CONFLICT (the idempotency key),
 * EMBEDDING_UNAVAILABLE
 */
export async function createTrace(app: App, caller: Caller, input: unknown): Promise<TraceRow> {
  const given = checkInput(traceInput, input);
  requireMetadata(caller.project, given.metadata, 'input.metadata');
  const { retrievedEntryIds, review, metadata, idempotencyKey, ...run } = given;
  return storeTrace(app, caller, {
    ...run,
    embeddedText: run.embeddedText ?? null,
    finalResponse: run.finalResponse ?? null,
    agentId: run.agentId ?? null,
    model: run.model ?? null,
    usage: run.usage ?? null,
    durationMs: run.durationMs ?? null,
    metadata: metadata ?? {},
    retrieved: [...new Set(retrievedEntryIds)].map((entryId) => ({ entryId, score: null })),
    review: review ? toReview(review, 'input.review') : null,
    idempotencyKey: idempotencyKey ?? null,
    requestHash: idempotencyKey ? requestHashOf(given) : null,
  });
}

/**
 * Stores a trace, and calls `alongside` for further changes in the same transaction.
 * @throws NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE (nothing was stored), and the errors of `alongside`
 */
export async function storeTrace(
  app: App,
  caller: Caller,
  draft: TraceDraft,
  alongside?: Alongside,
): Promise<TraceRow> {
  const first = await findByKey(app, caller, draft);
  if (first) return first;
  const retrieved = await readRetrieved(app, caller.project.id, draft.retrieved);
  if (draft.review?.memoryId) await getMemory(app, caller.project.id, draft.review.memoryId);
  const locks = draft.review ? [REVIEWS] : [];
  const stored = await retryOutdated(app, caller.project, async (project) => {
    const vectors = await embedTask(app, project, draft.embeddedText ?? draft.task);
    const trace = await transact(app, caller, { locks }, async (transaction) => {
      const inserted = await insertDraft(app, caller, transaction, { draft, retrieved, vectors });
      await alongside?.(transaction, inserted);
      return inserted;
    });
    countTrace(app, trace);
    return trace;
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
  { idempotencyKey, requestHash }: TraceDraft,
): Promise<TraceRow | null> {
  if (idempotencyKey === null) return null;
  const first = await selectTraceByKey(app.db, project.id, idempotencyKey);
  if (first === null || first.requestHash === requestHash) return first;
  throw conflict(`The idempotency key ${idempotencyKey} was used for another trace.`);
}

/**
 * Reads the retrieved entries with their contents. Accepts deleted entries that can be restored, and entries that no
 * longer exist if their content is given.
 * @throws NOT_FOUND for the first other entry that is not in the project
 */
export async function readRetrieved(
  app: App,
  projectId: string,
  retrieved: readonly RetrievedInput[],
): Promise<KnownRetrieval[]> {
  const ids = retrieved.flatMap(({ entryId, content }) => (content === undefined ? [entryId] : []));
  const found = ids.length > 0 ? await findEntries(app, projectId, ids) : [];
  const contents = new Map(found.map((entry) => [entry.id, contentOf(entry)]));
  return retrieved.map((one) => {
    const content = one.content ?? contents.get(one.entryId);
    return {
      ...one,
      used: one.used ?? null,
      content: requireFound(content, 'entry', one.entryId),
    };
  });
}

export type TaskVector = { space: Space; embedding: number[] };

/**
 * Embeds the task, or `embeddedText`, in the project's space and, if the project is being re-embedded, in its next
 * space. If the model of the next space fails, the re-embedding job embeds the task later.
 * @throws EMBEDDING_UNAVAILABLE
 */
export async function embedTask(
  app: App,
  project: ProjectRow,
  task: string,
): Promise<TaskVector[]> {
  const embedIn = async (space: Space) => ({
    space,
    embedding: await queryVector(app.embedders.for(space), task),
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
  {
    draft,
    retrieved,
    vectors,
  }: { draft: TraceDraft; retrieved: KnownRetrieval[]; vectors: TaskVector[] },
): Promise<TraceRow> {
  const { db, record } = transaction;
  const projectId = caller.project.id;
  const project = await readProjectForUse(db, projectId);
  const [current] = vectors;
  if (current && !isSameSpace(current.space, spaceOf(project))) throw new OutdatedError();
  const { retrieved: _, review, trajectory, usage, ...run } = draft;
  const trace: TraceRow = {
    ...run,
    projectId,
    id: draft.id ?? newId('trc'),
    toolsUsed: toolsUsedIn(trajectory),
    messageCount: trajectory.length,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
    reviewResult: null,
    reviewReward: null,
    reviewFeedback: null,
    reviewAlpha: null,
    reviewOrder: null,
    reviewBaseline: null,
    entryRewards: null,
    reviewedAt: null,
    reviewedBy: null,
    reflectionMemoryId: null,
    reflectionEntryId: null,
    createdBy: caller.actor,
    createdAt: app.clock(),
  };
  const retrievals = retrieved.map(
    (one, i): RetrievalRow => ({ ...one, projectId, traceId: trace.id, rank: i + 1 }),
  );
  await Promise.all([
    insertTrace(db, { ...trace, trajectory }),
    storeTraceVectors(
      db,
      projectId,
      vectors.map((vector) => ({ ...vector, traceId: trace.id })),
    ),
    insertRetrievals(db, retrievals),
    record({
      type: 'TRACE_CREATED',
      traceId: trace.id,
      changes: [{ field: 'task', before: null, after: trace.task }],
    }),
  ]);
  if (review === null) return trace;
  return (await applyReview(app, { ...caller, project }, transaction, { trace, review })).trace;
}
