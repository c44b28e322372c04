import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { isAmong } from '../db/prepared-queries.ts';
import { agents } from '../db/tables/agents.ts';
import { entries } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { cycles } from '../db/tables/stream.ts';
import { traces } from '../db/tables/traces.ts';
import { EXPORTED, type Row } from './tables.ts';

/** The tables of the objects that have lines of their own, by the prefix of their ids. */
const OF_PREFIX = {
  agt: agents,
  mem: memories,
  me: entries,
  trc: traces,
} as const;

type KnownPrefix = keyof typeof OF_PREFIX;

/** Returns those of the given ids that exist in the project. */
export async function selectOwn(
  db: Database,
  projectId: string,
  { prefix, ids }: { prefix: KnownPrefix; ids: readonly string[] },
): Promise<Set<string>> {
  const table = OF_PREFIX[prefix];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.projectId, projectId), isAmong(table.id, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** Returns the objects that the project does not have, without duplicates. */
export async function selectLacking<One extends { id: string }>(
  db: Database,
  projectId: string,
  prefix: KnownPrefix,
  objects: readonly One[],
): Promise<One[]> {
  const byId = new Map(objects.map((one) => [one.id, one]));
  const own = await selectOwn(db, projectId, { prefix, ids: [...byId.keys()] });
  return [...byId.values()].filter(({ id }) => !own.has(id));
}

/** The revision number of each of the given entries that exists in the project, by id. */
export async function selectRevisionNumbers(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: entries.id, revision: entries.revision })
    .from(entries)
    .where(and(eq(entries.projectId, projectId), isAmong(entries.id, ids)));
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Returns those of the given names that memories of the project already have. Deleted memories do not count. */
export async function selectMemoryNames(
  db: Database,
  projectId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ name: memories.name })
    .from(memories)
    .where(
      and(
        eq(memories.projectId, projectId),
        isAmong(memories.name, names),
        isNull(memories.deletedAt),
      ),
    );
  return new Set(rows.map(({ name }) => name));
}

export async function selectAgentNames(
  db: Database,
  projectId: string,
  names: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ name: agents.name })
    .from(agents)
    .where(and(eq(agents.projectId, projectId), isAmong(agents.name, names)));
  return new Set(rows.map(({ name }) => name));
}

/** Returns those of the given idempotency keys that traces of the project already have. */
export async function selectTraceKeys(
  db: Database,
  projectId: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ key: traces.idempotencyKey })
    .from(traces)
    .where(and(eq(traces.projectId, projectId), inArray(traces.idempotencyKey, [...keys])));
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** The memories that need a job, with the kind of the job. */
export async function selectMemoriesWithWork(
  db: Database,
  projectId: string,
): Promise<{ kind: ResumedJobKind; memoryId: string }[]> {
  const entriesWith = (kind: ResumedJobKind, isPending: SQL) =>
    db
      .selectDistinct({ memoryId: entries.memoryId })
      .from(entries)
      .where(and(eq(entries.projectId, projectId), isPending))
      .then((rows) => rows.map(({ memoryId }) => ({ kind, memoryId })));
  const open = await db
    .select({ memoryId: cycles.memoryId })
    .from(cycles)
    .where(and(eq(cycles.projectId, projectId), isNull(cycles.finishedAt)));
  return [
    ...(await entriesWith('IMPORTANCE_RATING', sql`(importance_parts->>'pending') = 'true'`)),
    ...(await entriesWith('CONTRADICTION_CHECK', sql`${entries.contradictionPending}`)),
    ...open.map(({ memoryId }) => ({ kind: 'STREAM_INSIGHTS' as const, memoryId })),
  ];
}

type ResumedJobKind = 'IMPORTANCE_RATING' | 'CONTRADICTION_CHECK' | 'STREAM_INSIGHTS';

/** True if the project has no data of the kinds that an import stores. */
export async function isEmptyProject(db: Database, projectId: string): Promise<boolean> {
  for (const table of [memories, traces, agents]) {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(eq(table.projectId, projectId))
      .limit(1);
    if (rows.length > 0) return false;
  }
  return true;
}

/** Number of rows that are sent together. Between them, the process serves other requests. */
const SENT_ROWS = 64;

/** Inserts imported rows into a table. All rows must set the same columns. */
export async function insertImported(
  db: Database,
  name: keyof typeof EXPORTED,
  rows: readonly Row[],
): Promise<void> {
  const table = EXPORTED[name].table as PgTable;
  for (let start = 0; start < rows.length; start += SENT_ROWS) {
    const some = rows.slice(start, start + SENT_ROWS);
    await insertRows(db, table, some as PgTable['$inferInsert'][]);
  }
}

/** Inserts imported rows except those that the project already has. Returns the number of new rows. */
export async function insertMissing(
  db: Database,
  name: 'revisions' | 'evidence' | 'hourlyStats',
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const table = EXPORTED[name].table as PgTable;
  const columns = getTableColumns(EXPORTED[name].table);
  const inserted = await db
    .insert(table)
    .values(rows as PgTable['$inferInsert'][])
    .onConflictDoNothing()
    .returning({ projectId: columns.projectId });
  return inserted.length;
}
