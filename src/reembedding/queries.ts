import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { EntryRow } from '../db/rows.ts';
import { type Space, spaceName } from '../db/spaces.ts';
import { chunks, entries, memories, projects, traces, traceVectors } from '../db/tables.ts';

type InSpace = { projectId: string; space: Space };

/** Entries that are searchable but have no chunk in the space yet, in the order of their ids. */
export function selectLacking(
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

/** Traces that have no vector of their task in the space yet. */
export function selectLackingTraces(
  db: Database,
  { limit, ...inSpace }: InSpace & { limit: number },
): Promise<{ id: string; task: string }[]> {
  return db
    .select({ id: traces.id, task: traces.task })
    .from(traces)
    .where(lacksTask(db, inSpace))
    .orderBy(asc(traces.id))
    .limit(limit);
}

/** How many entries each project has in search, and how many of them lack the space. */
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

/** Which of the entries are still at the revision that was read, and lack the space. */
export async function selectUnchanged(
  db: Database,
  inSpace: InSpace,
  read: readonly EntryRow[],
): Promise<Set<string>> {
  const ids = read.map((entry) => entry.id);
  const rows = await db
    .select({ id: entries.id, revision: entries.revision })
    .from(entries)
    .where(and(lacks(db, inSpace), inArray(entries.id, ids)));
  const revisions = new Map(rows.map((row) => [row.id, row.revision]));
  return new Set(ids.filter((id, i) => revisions.get(id) === read[i]?.revision));
}

export async function setNextSpace(
  db: Database,
  projectId: string,
  { space, now }: { space: Space | null; now: Date },
): Promise<void> {
  const next = { nextModel: space?.model ?? null, nextDimensions: space?.dimensions ?? null };
  await db
    .update(projects)
    .set({ ...next, updatedAt: now })
    .where(eq(projects.id, projectId));
}

/** From now on the project is searched and written in the space; memories count its chunks. */
export async function enterSpace(
  db: Database,
  { projectId, space, now }: InSpace & { now: Date },
): Promise<void> {
  const own = db
    .select({ total: sql<number>`count(*)::int` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        eq(chunks.memoryId, memories.id),
        eq(chunks.space, spaceName(space)),
      ),
    );
  await db
    .update(projects)
    .set({
      embeddingModel: space.model,
      embeddingDimensions: space.dimensions,
      nextModel: null,
      nextDimensions: null,
      updatedAt: now,
    })
    .where(eq(projects.id, projectId));
  await db
    .update(memories)
    .set({ chunkCount: sql`(${own})` })
    .where(eq(memories.projectId, projectId));
}

export async function deleteTraceVectorsOutside(
  db: Database,
  { projectId, space }: InSpace,
): Promise<void> {
  await db
    .delete(traceVectors)
    .where(and(eq(traceVectors.projectId, projectId), ne(traceVectors.space, spaceName(space))));
}

/** Deletes some chunks of all spaces but the one; answers how many. */
export async function deleteChunksOutside(
  db: Database,
  { projectId, space, limit }: InSpace & { limit: number },
): Promise<number> {
  const some = db
    .select({ entryId: chunks.entryId, space: chunks.space, position: chunks.position })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), ne(chunks.space, spaceName(space))))
    .limit(limit);
  const rows = await db
    .delete(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        sql`(${chunks.entryId}, ${chunks.space}, ${chunks.position}) in (${some})`,
      ),
    )
    .returning({ entryId: chunks.entryId });
  return rows.length;
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
      ),
    );
  return and(isSearchable(projectId), notExists(own));
}
