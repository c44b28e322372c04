import { isDeepStrictEqual } from 'node:util';
import { and, asc, count, eq, gt, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { EntryRow } from '../db/rows.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries } from '../db/tables/entries.ts';
import { traces, traceVectors } from '../db/tables/traces.ts';

type InSpace = { projectId: string; space: Space };

/** Entries that are not deleted and have no chunks in the space yet, in the order of their ids. */
export function selectLackingEntries(
  db: Database,
  { after, limit, ...inSpace }: InSpace & { after: string; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(and(lacks(db, inSpace), gt(entries.id, after)))
    .orderBy(asc(entries.id))
    .limit(limit);
}

/** Traces that have no vector in the space yet, with the text that is embedded for them. */
export function selectLackingTraces(
  db: Database,
  { limit, ...inSpace }: InSpace & { limit: number },
): Promise<{ id: string; text: string }[]> {
  return db
    .select({ id: traces.id, text: sql<string>`coalesce(${traces.embeddedText}, ${traces.task})` })
    .from(traces)
    .where(lacksTask(db, inSpace))
    .orderBy(asc(traces.id))
    .limit(limit);
}

/** The number of the project's entries that are not deleted, and of those without chunks in the space. */
export async function countLacking(
  db: Database,
  inSpace: InSpace,
): Promise<{ total: number; lacking: number }> {
  const [all, left] = await Promise.all([
    db.select({ total: count() }).from(entries).where(isSearchable(inSpace.projectId)),
    db.select({ total: count() }).from(entries).where(lacks(db, inSpace)),
  ]);
  return { total: all[0]?.total ?? 0, lacking: left[0]?.total ?? 0 };
}

/**
 * The ids of the entries in `read` that have no chunks in the space yet, and whose revision, memory and `supersededAt`
 * are still those that were read.
 */
export async function selectUnchanged(
  db: Database,
  inSpace: InSpace,
  read: readonly EntryRow[],
): Promise<Set<string>> {
  const ids = read.map((entry) => entry.id);
  const rows = await db
    .select({
      id: entries.id,
      revision: entries.revision,
      memoryId: entries.memoryId,
      supersededAt: entries.supersededAt,
    })
    .from(entries)
    .where(and(lacks(db, inSpace), inArray(entries.id, ids)));
  const now = new Map(rows.map(({ id, ...row }) => [id, row]));
  const unchanged = read.filter(({ id, revision, memoryId, supersededAt }) =>
    isDeepStrictEqual(now.get(id), { revision, memoryId, supersededAt }),
  );
  return new Set(unchanged.map(({ id }) => id));
}

function lacksTask(db: Database, { projectId, space }: InSpace): SQL | undefined {
  const own = db
    .select({ one: sql`1` })
    .from(traceVectors)
    .where(
      and(
        eq(traceVectors.projectId, traces.projectId),
        eq(traceVectors.traceId, traces.id),
        eq(traceVectors.space, spaceName(space)),
      ),
    );
  return and(eq(traces.projectId, projectId), notExists(own));
}

function isSearchable(projectId: string): SQL | undefined {
  return and(eq(entries.projectId, projectId), isNull(entries.deletedAt));
}

function lacks(db: Database, { projectId, space }: InSpace): SQL | undefined {
  const own = db
    .select({ one: sql`1` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, entries.projectId),
        eq(chunks.entryId, entries.id),
        eq(chunks.space, spaceName(space)),
        isNull(chunks.knownUntil),
      ),
    );
  return and(isSearchable(projectId), notExists(own));
}
