import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import type { Order, Slice } from '../db/page.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { ProjectRow, RetrievalRow, TraceRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { projects } from '../db/tables/projects.ts';
import { retrievals, traces, traceVectors } from '../db/tables/traces.ts';
import { unlinkUtilityChanges } from './ledger-queries.ts';

/** All columns without the messages, which can have megabytes and are read only on demand. */
const { trajectory: _, ...columns } = getTableColumns(traces);
export const withoutTrajectory = columns;

export async function insertTrace(
  db: Database,
  row: TraceRow & { trajectory: unknown[] },
): Promise<void> {
  await insertRows(db, traces, [row]);
}

export async function insertTraceVectors(
  db: Database,
  rows: (typeof traceVectors.$inferInsert)[],
): Promise<void> {
  await db.insert(traceVectors).values(rows).onConflictDoNothing();
}

/** Deletes the project's vectors of tasks outside the space. */
export async function deleteVectorsOutside(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
): Promise<void> {
  await db
    .delete(traceVectors)
    .where(and(eq(traceVectors.projectId, projectId), ne(traceVectors.space, spaceName(space))));
}

export function insertRetrievals(db: Database, rows: RetrievalRow[]): Promise<void> {
  return insertRows(db, retrievals, rows);
}

export function selectTracesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<TraceRow[]> {
  return db
    .select(withoutTrajectory)
    .from(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.id, [...ids])));
}

export async function selectTraceByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<TraceRow | null> {
  const rows = await db
    .select(withoutTrajectory)
    .from(traces)
    .where(and(eq(traces.projectId, projectId), eq(traces.idempotencyKey, key)));
  return rows[0] ?? null;
}

export async function selectTrajectory(
  db: Database,
  projectId: string,
  id: string,
): Promise<unknown[]> {
  const rows = await db
    .select({ trajectory: traces.trajectory })
    .from(traces)
    .where(isTrace(projectId, id));
  return rows[0]?.trajectory ?? [];
}

/** A message of a trace. `position` counts from 1. */
export type MessageRow = { position: number; message: Record<string, unknown> };

const messagePosition = sql<number>`"messages"."position"`;

export const MESSAGE_ORDER: Order<MessageRow> = {
  name: 'messages',
  direction: 'ASC',
  keys: [{ expression: messagePosition, type: 'bigint', of: ({ position }) => position }],
};

/** A page of the messages of a trace. The other messages are not sent by the database. */
export function selectMessages(
  db: Database,
  { projectId, id }: Pick<TraceRow, 'projectId' | 'id'>,
  { where, orderBy, limit }: Slice,
): Promise<MessageRow[]> {
  const messages = sql`jsonb_array_elements(${traces.trajectory}) with ordinality as "messages" ("message", "position")`;
  return db
    .select({
      position: sql<number>`${messagePosition}::int`,
      message: sql`"messages"."message"`.mapWith(traces.metadata),
    })
    .from(traces)
    .crossJoinLateral(messages)
    .where(and(isTrace(projectId, id), where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** The retrievals of the traces, best first. */
export function selectRetrievals(
  db: Database,
  projectId: string,
  traceIds: readonly string[],
): Promise<RetrievalRow[]> {
  return db
    .select()
    .from(retrievals)
    .where(and(eq(retrievals.projectId, projectId), inArray(retrievals.traceId, [...traceIds])))
    .orderBy(asc(retrievals.rank));
}

/** The trace, locked until the transaction ends. */
export async function lockTrace(
  db: Database,
  projectId: string,
  id: string,
): Promise<TraceRow | null> {
  const rows = await db
    .select(withoutTrajectory)
    .from(traces)
    .where(isTrace(projectId, id))
    .for('update');
  return rows[0] ?? null;
}

/** Locks existing traces against deletion until the transaction ends. Returns their ids. */
export async function lockExisting(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.id, [...ids])))
    .orderBy(asc(traces.id))
    .for('key share');
  return new Set(rows.map((row) => row.id));
}

/** Changes columns of a trace. Returns false if the trace no longer exists. */
export async function updateTrace(
  db: Database,
  { projectId, id }: Pick<TraceRow, 'projectId' | 'id'>,
  values: Partial<Omit<TraceRow, 'projectId' | 'id'>>,
): Promise<boolean> {
  const rows = await db
    .update(traces)
    .set(values)
    .where(isTrace(projectId, id))
    .returning({ id: traces.id });
  return rows.length > 0;
}

type Deleted = Pick<TraceRow, 'id' | 'task'>;

/** Deletes traces with their vectors and retrievals. Returns those that existed. */
export async function deleteTraceRows(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Deleted[]> {
  const rows = await db
    .delete(traces)
    .where(and(eq(traces.projectId, projectId), isAmong(traces.id, ids)))
    .returning({ id: traces.id, task: traces.task });
  await unlinkUtilityChanges(db, projectId, ids);
  return rows;
}

/** The ids of the oldest traces of a project that were created before a time, at most `limit`. */
export async function selectTraceIdsBefore(
  db: Database,
  projectId: string,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), lt(traces.createdAt, before)))
    .orderBy(asc(traces.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export function selectProjectsWithRetention(db: Database): Promise<ProjectRow[]> {
  return db.select().from(projects).where(isNotNull(projects.traceRetentionDays));
}

/** Ids of the traces whose metadata matches. */
export async function selectTraceIdsWithMetadata(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), matchesMetadata(metadata, traces.metadata)));
  return rows.map(({ id }) => id);
}

/** Deletes traces with all that belongs to them; without ids, all traces. Returns their number. */
export async function deleteTracesForErasure(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<number> {
  const erased = and(eq(traces.projectId, projectId), ids ? isAmong(traces.id, ids) : undefined);
  const total = await db.$count(traces, erased);
  await db.delete(traces).where(erased);
  await unlinkUtilityChanges(db, projectId, ids);
  return total;
}

/** Deletes the retrievals of entries. Returns the id of the trace of each retrieval. */
export async function deleteRetrievalsOf(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .delete(retrievals)
    .where(and(eq(retrievals.projectId, projectId), isAmong(retrievals.entryId, entryIds)))
    .returning({ traceId: retrievals.traceId });
  return rows.map(({ traceId }) => traceId);
}

/** Returns the given ids for which a trace exists. */
export async function selectStoredTraceIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: traces.id })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), isAmong(traces.id, ids)));
  return rows.map(({ id }) => id);
}

/** Removes the links from traces to reflections that are among the entries. */
export async function unlinkReflections(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<void> {
  await db
    .update(traces)
    .set({ reflectionEntryId: null })
    .where(and(eq(traces.projectId, projectId), isAmong(traces.reflectionEntryId, entryIds)));
}

function isTrace(projectId: string, id: string): SQL | undefined {
  return and(eq(traces.projectId, projectId), eq(traces.id, id));
}
