import { and, count, eq, inArray, ne, notInArray, placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { inPlacedSpace, type Space, spaceName } from './embedding-space.ts';
import { selectPendingChunks } from './hnsw-index.ts';
import { insertRows } from './insert-rows.ts';
import type { NewChunk } from './rows.ts';
import { formOf, isAnyOf, isOneOf, prepared } from './statements.ts';
import { chunks } from './tables.ts';

/** The only file that writes the table `chunks`. A change requires the lock of the chunks' memory. */

type InMemory = { projectId: string; memoryId: string };

export function insertChunks(db: Database, rows: readonly NewChunk[]): Promise<void> {
  return insertRows(db, chunks, rows);
}

/** Deletes the chunks of an entry in all spaces. Returns the number of those in `space`. */
export async function deleteChunks(
  db: Database,
  { projectId, entryId, space }: { projectId: string; entryId: string; space: Space },
): Promise<number> {
  const rows = await db
    .delete(chunks)
    .where(and(eq(chunks.projectId, projectId), eq(chunks.entryId, entryId)))
    .returning({ space: chunks.space });
  return rows.filter((row) => row.space === spaceName(space)).length;
}

/** Deletes the entries' chunks in all spaces except the given ones. */
export async function deleteChunksElsewhere(
  db: Database,
  projectId: string,
  { entryIds, spaces }: { entryIds: string[]; spaces: readonly Space[] },
): Promise<void> {
  if (entryIds.length === 0) return;
  await db
    .delete(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inArray(chunks.entryId, entryIds),
        notInArray(chunks.space, spaces.map(spaceName)),
      ),
    );
}

/**
 * Deletes at most `limit` of the project's chunks outside the space. Returns the number of deleted chunks.
 */
export async function deleteChunksOutside(
  db: Database,
  { projectId, space, limit }: { projectId: string; space: Space; limit: number },
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

/** Adds at most `limit` pending chunks of a project to their HNSW index. Returns their number. */
export async function indexPendingChunks(
  db: Database,
  projectId: string,
  limit: number,
): Promise<number> {
  const rows = await db
    .update(chunks)
    .set({ isIndexed: true })
    .where(
      and(
        eq(chunks.projectId, projectId),
        sql`(${chunks.entryId}, ${chunks.space}, ${chunks.position}) in (${selectPendingChunks(db, projectId, limit)})`,
      ),
    )
    .returning({ position: chunks.position });
  return rows.length;
}

/** The ids of the entries that hold texts with these hashes, by hash. */
export async function selectEntriesByText(
  db: Database,
  inMemory: InMemory,
  { space, hashes }: { space: Space; hashes: readonly string[] },
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const query = prepared(db, `entries_by_text ${formOf(hashes)}`, () =>
    db
      .select({ hash: chunks.textHash, entryId: chunks.entryId })
      .from(chunks)
      .where(
        and(
          eq(chunks.projectId, placeholder('projectId')),
          eq(chunks.memoryId, placeholder('memoryId')),
          inPlacedSpace,
          isOneOf(chunks.textHash, 'hashes', hashes),
        ),
      ),
  );
  const rows = await query.execute({ ...inMemory, space: spaceName(space), hashes });
  return new Map(rows.flatMap(({ hash, entryId }) => (hash === null ? [] : [[hash, entryId]])));
}

/** The number of chunks of each entry in the space. Entries without chunks are omitted. */
export async function countChunks(
  db: Database,
  projectId: string,
  { space, entryIds }: { space: Space; entryIds: readonly string[] },
): Promise<Map<string, number>> {
  if (entryIds.length === 0) return new Map();
  const query = prepared(db, 'count_chunks', () =>
    db
      .select({ entryId: chunks.entryId, total: count() })
      .from(chunks)
      .where(
        and(
          eq(chunks.projectId, placeholder('projectId')),
          isAnyOf(chunks.entryId, 'entryIds'),
          inPlacedSpace,
        ),
      )
      .groupBy(chunks.entryId),
  );
  const rows = await query.execute({ projectId, entryIds, space: spaceName(space) });
  return new Map(rows.map((row) => [row.entryId, row.total]));
}

/** The vectors of chunks, by entry id; at most one chunk for each entry. */
export async function selectVectors(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  wanted: readonly { entryId: string; position: number }[],
): Promise<Map<string, number[]>> {
  if (wanted.length === 0) return new Map();
  const query = prepared(db, 'vectors', () =>
    db
      .select({ entryId: chunks.entryId, position: chunks.position, embedding: chunks.embedding })
      .from(chunks)
      .where(
        and(
          eq(chunks.projectId, placeholder('projectId')),
          inPlacedSpace,
          isAnyOf(chunks.entryId, 'entryIds'),
          sql`${chunks.position} = any(${placeholder('positions')}::int[])`,
        ),
      ),
  );
  const rows = await query.execute({
    projectId,
    space: spaceName(space),
    entryIds: wanted.map(({ entryId }) => entryId),
    positions: [...new Set(wanted.map(({ position }) => position))],
  });
  const positions = new Map(wanted.map(({ entryId, position }) => [entryId, position]));
  return new Map(
    rows
      .filter((row) => positions.get(row.entryId) === row.position)
      .map((row) => [row.entryId, row.embedding]),
  );
}
