import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { EntryRow, JobRow, RetrievalRow, TraceRow, UtilityChangeRow } from '../db/rows.ts';
import { badInput, requireFound } from '../errors.ts';
import { checkInput, contentInput, metadataInput } from '../input.ts';
import { findLatestJobs } from '../jobs/jobs.ts';
import { embedQuery } from '../models/embedder.ts';
import { settingsOf, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { TRACE_REFLECTION } from './apply-review.ts';
import {
  countTraces,
  countUtilityChanges,
  deleteVectorsOutside,
  insertTraceVectors,
  selectLearning,
  selectNearestTraces,
  selectRetrievals,
  selectTraces,
  selectTracesByIds,
  selectTrajectory,
  selectUtilityChanges,
  type TraceFilter,
  updateTrace,
} from './queries.ts';

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

const filterInput = z.object({
  reviewStatus: z.enum(['PENDING', 'PASSED', 'FAILED']).nullish(),
  agentId: z.string().nullish(),
  metadata: metadataInput.nullish(),
});

/** The project's traces, newest first. @throws BAD_USER_INPUT */
export function listTraces(
  app: App,
  projectId: string,
  { first, after, ...given }: PageRequest & Record<string, unknown>,
): Promise<Page<TraceRow>> {
  const { reviewStatus, agentId, metadata } = checkInput(filterInput, given, 'traces');
  const results = { PASSED: 'PASS', FAILED: 'FAIL' } as const;
  const filter: TraceFilter = {
    isReviewed: reviewStatus ? reviewStatus !== 'PENDING' : null,
    result: reviewStatus && reviewStatus !== 'PENDING' ? results[reviewStatus] : null,
    agentId: agentId ?? null,
    metadata: metadata ?? null,
  };
  return readKeyedPage({
    name: 'traces',
    request: { first, after: after ?? null },
    read: (before, limit) => selectTraces(app.db, projectId, { ...filter, before, limit }),
    keyOf: (trace) => trace.id,
    count: () => countTraces(app.db, projectId, filter),
  });
}

const searchInput = z.object({
  query: contentInput,
  limit: z.number().int().min(1, 'must be from 1 to 100').max(100, 'must be from 1 to 100'),
});

/**
 * The traces whose tasks are most similar to a text, best first.
 * @throws BAD_USER_INPUT, EMBEDDING_UNAVAILABLE
 */
export async function searchTraces(
  app: App,
  { project }: Caller,
  input: { query: string; limit: number },
): Promise<{ similarity: number; trace: TraceRow }[]> {
  const { query, limit } = checkInput(searchInput, input, 'searchTraces');
  const space = spaceOf(project);
  const embedding = await embedQuery(app.embedders.for(space), query);
  const nearest = await selectNearestTraces(app.db, project.id, { space, embedding, limit });
  const ids = nearest.map(({ id }) => id);
  const rows = ids.length > 0 ? await selectTracesByIds(app.db, project.id, ids) : [];
  const traces = new Map(rows.map((row) => [row.id, row]));
  return nearest.flatMap(({ id, similarity }) => {
    const trace = traces.get(id);
    return trace ? { trace, similarity: Math.min(1, Math.max(0, similarity)) } : [];
  });
}

/** Sets the entry that is the reflection on a trace. */
export function linkReflection(db: Database, trace: TraceRow, entryId: string): Promise<void> {
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

/** Deletes the vectors of the project's traces outside the space. */
export function deleteTraceVectorsOutside(
  db: Database,
  inSpace: { projectId: string; space: Space },
): Promise<void> {
  return deleteVectorsOutside(db, inSpace);
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
  app: App,
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
  return readKeyedPage({
    name: 'utilityHistory',
    request,
    read: (key, limit) => {
      const before = key === null ? null : Number(key);
      if (before !== null && !Number.isSafeInteger(before)) {
        throw badInput('after', 'is not a cursor of this connection');
      }
      return selectUtilityChanges(app.db, entry, { superseded, before, limit });
    },
    keyOf: (change) => String(change.number),
    count: () => countUtilityChanges(app.db, entry, superseded),
  });
}

/** Statistics of a project's learning. */
export async function describeLearning(app: App, { project }: Pick<Caller, 'project'>) {
  const { traces, entries } = await selectLearning(app.db, project.id);
  const { learningRate, learningRateSchedule } = settingsOf(app.config, project);
  return {
    tracesTotal: traces?.total ?? 0,
    tracesPending: traces?.pending ?? 0,
    entriesTotal: entries?.total ?? 0,
    entriesMoved: entries?.moved ?? 0,
    utilitySpread: entries?.spread ?? 0,
    learningRate,
    learningRateSchedule,
  };
}
