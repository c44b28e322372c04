import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { mapPage, type Page, type PageRequest, readPage } from '../db/page.ts';
import type {
  EntryRow,
  JobRow,
  MessagePage,
  RetrievalRow,
  TraceRow,
  UtilityChangeRow,
} from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { checkInput, contentInput, limitInput, unitInput } from '../input.ts';
import { findLatestJobs } from '../jobs/jobs.ts';
import { queryVector } from '../models/vector-cache.ts';
import { settingsOf, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { countSearch } from '../stats/record-counts.ts';
import { TRACE_REFLECTION } from './apply-review.ts';
import { selectLearning } from './learning-queries.ts';
import {
  countUtilityChanges,
  selectUtilityChanges,
  UTILITY_CHANGE_ORDER,
} from './ledger-queries.ts';
import {
  countTraces,
  selectNearestTraces,
  selectTraces,
  type TraceOrder,
  traceOrder,
} from './list-queries.ts';
import {
  insertTraceVectors,
  lockExisting,
  MESSAGE_ORDER,
  selectMessages,
  selectRetrievals,
  selectTracesByIds,
  selectTrajectory,
  updateTrace,
} from './queries.ts';
import { traceFilterInput } from './trace-filter.ts';

export { deleteVectorsOutside } from './queries.ts';

export function findTraces(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<TraceRow[]> {
  return selectTracesByIds(app.db, projectId, ids);
}

/** @throws NOT_FOUND */
export async function getTrace(app: App, projectId: string, id: string): Promise<TraceRow> {
  const [trace] = await selectTracesByIds(app.db, projectId, [id]);
  return requireFound(trace, 'trace', id);
}

/** The messages of a trace. */
export function readTrajectory(app: App, { projectId, id }: TraceRow): Promise<unknown[]> {
  return selectTrajectory(app.db, projectId, id);
}

/** A page of the messages of a trace, in order. @throws BAD_USER_INPUT */
export async function listMessages(
  app: App,
  trace: TraceRow,
  request: PageRequest,
): Promise<MessagePage> {
  const page = await readPage({
    order: MESSAGE_ORDER,
    request,
    read: (slice) => selectMessages(app.db, trace, slice),
    count: async () => trace.messageCount,
  });
  return mapPage(page, ({ message }) => message);
}

type TraceList = PageRequest & { filter?: unknown; orderBy: TraceOrder; isCounted: boolean };

/** A page of the project's traces. @throws BAD_USER_INPUT */
export function listTraces(
  app: App,
  projectId: string,
  { filter, orderBy, isCounted, ...request }: TraceList,
): Promise<Page<TraceRow>> {
  const listed = { projectId, conditions: checkInput(traceFilterInput, filter, 'filter') };
  return readPage({
    order: traceOrder(orderBy),
    request,
    read: (slice) => selectTraces(app.db, listed, { slice, order: orderBy }),
    count: () => countTraces(app.db, listed),
    isCounted,
  });
}

const searchInput = z.object({
  query: contentInput,
  filter: traceFilterInput,
  minScore: unitInput.nullish(),
  limit: limitInput,
});

/**
 * The traces whose tasks are most similar to a text, best first.
 * @throws BAD_USER_INPUT, EMBEDDING_UNAVAILABLE
 */
export async function searchTraces(
  app: App,
  { project }: Caller,
  input: unknown,
): Promise<{ similarity: number; trace: TraceRow }[]> {
  const { query, filter: conditions, minScore = null, limit } = checkInput(searchInput, input);
  const startedAt = performance.now();
  const space = spaceOf(project);
  const embedding = await queryVector(app.embedders.for(space), query);
  const listed = { projectId: project.id, conditions };
  const near = { space, embedding, minScore, limit };
  const nearest = await selectNearestTraces(app.db, listed, near);
  const ids = nearest.map(({ id }) => id);
  const rows = ids.length > 0 ? await selectTracesByIds(app.db, project.id, ids) : [];
  const traces = new Map(rows.map((row) => [row.id, row]));
  countSearch(app, { projectId: project.id }, startedAt);
  return nearest.flatMap(({ id, similarity }) => {
    const trace = traces.get(id);
    return trace ? { trace, similarity } : [];
  });
}

/** Sets the entry that is the reflection on a trace. Returns false if the trace no longer exists. */
export function linkReflection(db: Database, trace: TraceRow, entryId: string): Promise<boolean> {
  return updateTrace(db, trace, { reflectionEntryId: entryId });
}

export type TraceVector = { traceId: string; space: Space; embedding: number[] };

/** Stores vectors of tasks, so that traces can be searched in their spaces. */
export async function storeTraceVectors(
  db: Database,
  projectId: string,
  vectors: readonly TraceVector[],
): Promise<void> {
  if (vectors.length === 0) return;
  await insertTraceVectors(
    db,
    vectors.map(({ space, ...vector }) => ({ projectId, ...vector, space: spaceName(space) })),
  );
}

/** Stores the vectors of traces that still exist, and locks these traces. Requires a transaction. */
export async function storeVectorsOfStored(
  db: Database,
  projectId: string,
  vectors: readonly TraceVector[],
): Promise<void> {
  if (vectors.length === 0) return;
  const ids = vectors.map(({ traceId }) => traceId);
  const existing = await lockExisting(db, projectId, ids);
  const kept = vectors.filter(({ traceId }) => existing.has(traceId));
  await storeTraceVectors(db, projectId, kept);
}

/** The retrievals of each trace, by trace id, best first. */
export async function findRetrievals(
  app: App,
  projectId: string,
  traceIds: readonly string[],
): Promise<Map<string, RetrievalRow[]>> {
  const found = new Map<string, RetrievalRow[]>(traceIds.map((id) => [id, []]));
  for (const row of await selectRetrievals(app.db, projectId, traceIds)) {
    found.get(row.traceId)?.push(row);
  }
  return found;
}

/** The latest job that writes the reflection of each trace, by trace id. */
export function findReflectionJobs(
  app: Pick<App, 'db'>,
  projectId: string,
  traceIds: readonly string[],
): Promise<Map<string, JobRow>> {
  return findLatestJobs(app, { projectId, kind: TRACE_REFLECTION, subjects: [...traceIds] });
}

/** The changes of an entry's utility by reviews, newest first. */
export function listUtilityChanges(
  app: App,
  entry: EntryRow,
  { superseded, ...request }: PageRequest & { superseded: boolean },
): Promise<Page<UtilityChangeRow>> {
  return readPage({
    order: UTILITY_CHANGE_ORDER,
    request,
    read: (slice) => selectUtilityChanges(app.db, entry, superseded, slice),
    count: () => countUtilityChanges(app.db, entry, superseded),
  });
}

/** The parent of the schema's `Learning`. */
export type LearningOf = Awaited<ReturnType<typeof describeLearning>>;

/** How much a project has learned: the numbers of its traces and entries, with its learning rate. */
export async function describeLearning(app: App, { project }: Pick<Caller, 'project'>) {
  const { traces, entries } = await selectLearning(app.db, project.id);
  const { learningRate, learningRateSchedule } = settingsOf(app.config, project);
  return {
    projectId: project.id,
    tracesTotal: traces?.total ?? 0,
    tracesPending: traces?.pending ?? 0,
    entriesTotal: entries?.total ?? 0,
    entriesMoved: entries?.moved ?? 0,
    utilitySpread: entries?.spread ?? 0,
    learningRate,
    learningRateSchedule,
  };
}
