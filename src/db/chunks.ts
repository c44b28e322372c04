import { and, eq, inArray, isNull, lt, ne, placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { deleteOld } from './delete-old.ts';
import { isDistributed } from './distributed.ts';
import { inPlacedSpace, type Space, spaceName } from './embedding-space.ts';
import { selectPendingChunks } from './hnsw-index.ts';
import { type Computed, inStatements, insertReturning } from './insert-rows.ts';
import { keepFirstTime } from './keep-first-time.ts';
import { isAmong, isAnyOf, isPicked, prepared } from './prepared-queries.ts';
import type { EntryRow, NewChunk } from './rows.ts';
import { chunks } from './tables/chunks.ts';

/** The only file that writes the table `chunks`. A change requires the lock of the chunks' memory. */

/** The primary key of a chunk besides the project. */
const KEY = { entryId: chunks.entryId, space: chunks.space, position: chunks.position };

/** A stored chunk with the values that the database has computed: its words and, if it was appended, its position. */
export type StoredChunk = NewChunk & {
  /** The lexemes of the text and the context. */
  words: string[];
  /** The lexemes of the text alone; null without a context. */
  wordsOfText: string[] | null;
};

/** Inserts chunks at their positions, which must be free, or at `computed` ones. */
export async function insertChunks(
  db: Database,
  rows: readonly NewChunk[],
  computed?: Computed,
): Promise<StoredChunk[]> {
  const { position, words, context } = chunks;
  const stored = await insertReturning(db, chunks, rows, {
    computed,
    // Citus allows only immutable functions in RETURNING.
    returning: {
      position: sql<number>`${position}`,
      words: sql<string[]>`tsvector_to_array(${words})`,
      wordsOfText: sql<
        string[] | null
      >`case when ${context} is not null then tsvector_to_array(ts_filter(${words}, '{a}')) end`,
    },
  });
  return rows.flatMap((row, i) => (stored[i] ? [{ ...row, ...stored[i] }] : []));
}

/**
 * Adds chunks in one space to stored entries. The positions in `rows` begin at 0 for each entry; the stored positions
 * follow those of the entry's existing chunks in the space. Except on a distributed database, it sends all statements
 * before it waits for an answer.
 */
export async function appendChunks(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  rows: readonly NewChunk[],
): Promise<StoredChunk[]> {
  if (rows.length === 0) return [];
  if (isDistributed(db)) {
    // Citus does not support subqueries in INSERT … VALUES.
    const entryIds = [...new Set(rows.map(({ entryId }) => entryId))];
    const before = await selectNextPositions(db, projectId, { space, entryIds });
    const start = (entryId: string) => before.get(entryId)?.next ?? 0;
    const moved = rows.map((row) => ({ ...row, position: start(row.entryId) + row.position }));
    return insertChunks(db, moved);
  }
  const computed: Computed = {
    name: 'behind',
    columnsOf: (given) => {
      const behind = sql`select max(position) + 1 from ${chunks} as own where own.project_id = ${given.projectId}
        and own.entry_id = ${given.entryId} and own.space = ${given.space}`;
      return { position: sql`coalesce((${behind}), 0) + ${given.position}::int` };
    },
  };
  // The subquery of a statement also counts the chunks that the previous statement has inserted.
  const stored = await Promise.all(
    inStatements(rows, (some) => insertChunks(db, numberedAnew(some), computed)),
  );
  return stored.flat();
}

/** Renumbers chunks, so that the positions of each entry begin at 0. */
function numberedAnew(rows: readonly NewChunk[]): NewChunk[] {
  const next = new Map<string, number>();
  return rows.map((row) => {
    const position = next.get(row.entryId) ?? 0;
    next.set(row.entryId, position + 1);
    return { ...row, position };
  });
}

/** Statements of an entry. */
export type StatementsOf = { entryId: string; numbers: number[] };

/**
 * Sets `knownUntil` of the chunks of statements, in all spaces. This removes them from the index and from all searches
 * without `asOf`. Returns the number of those in `space`, by memory.
 */
export async function endChunks(
  db: Database,
  projectId: string,
  { statements, space, at }: { statements: readonly StatementsOf[]; space: Space; at: Date },
): Promise<Map<string, number>> {
  const removed = new Map<string, number>();
  if (statements.length === 0) return removed;
  const ended = statements.flatMap(({ entryId, numbers }) =>
    numbers.map((number) => ({ entryId, number })),
  );
  const ids = statements.map(({ entryId }) => entryId);
  const rows = await db
    .update(chunks)
    .set({ knownUntil: at, isIndexed: false })
    .from(
      sql`jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended("entryId" text, number int)`,
    )
    // Without the ids as a parameter, all chunks of a small project are read.
    .where(
      and(
        eq(chunks.projectId, projectId),
        isAmong(chunks.entryId, ids),
        sql`${chunks.entryId} = ended."entryId"`,
        sql`${chunks.statement} = ended.number`,
        isNull(chunks.knownUntil),
      ),
    )
    .returning({ space: chunks.space, memoryId: chunks.memoryId });
  for (const row of rows) {
    if (row.space !== spaceName(space)) continue;
    removed.set(row.memoryId, (removed.get(row.memoryId) ?? 0) + 1);
  }
  return removed;
}

/**
 * Sets the time since which the entries are superseded in their chunks, unless they have one; null makes them current.
 */
export async function supersedeChunks(
  db: Database,
  projectId: string,
  { entryIds, at }: { entryIds: string[]; at: Date | null },
): Promise<void> {
  await db
    .update(chunks)
    .set({ supersededAt: keepFirstTime(chunks.supersededAt, at) })
    .where(and(eq(chunks.projectId, projectId), inArray(chunks.entryId, entryIds)));
}

/** Permanently deletes up to `limit` chunks that ended before a time, and returns their number. */
export function deletePastChunks(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { entryId, space, position, knownUntil } = chunks;
  const isOld = lt(knownUntil, before);
  return deleteOld(db, { table: chunks, key: [entryId, space, position], isOld }, limit);
}

/**
 * Sets the kind and the expiry of the entries' chunks, in all spaces. A chunk of a fact keeps the hash of its
 * text; the text of any other entry need not be unique.
 */
export async function updateChunks(
  db: Database,
  projectId: string,
  changed: readonly Pick<EntryRow, 'id' | 'kind' | 'expiresAt'>[],
): Promise<void> {
  if (changed.length === 0) return;
  const rows = JSON.stringify(changed.map(({ id, kind, expiresAt }) => ({ id, kind, expiresAt })));
  const ids = changed.map(({ id }) => id);
  await db
    .update(chunks)
    .set({
      kind: sql`changed.kind`,
      expiresAt: sql`changed."expiresAt"`,
      textHash: sql`case when changed.kind = 'FACT' then ${chunks.textHash} end`,
    })
    .from(
      sql`jsonb_to_recordset(${rows}::jsonb) as changed(id text, kind text, "expiresAt" timestamptz)`,
    )
    // Without the ids as a parameter, all chunks of a small project are read.
    .where(
      and(
        eq(chunks.projectId, projectId),
        isAmong(chunks.entryId, ids),
        sql`${chunks.entryId} = changed.id`,
      ),
    );
}

/**
 * Moves the chunks of entries to another memory. Returns the number of those in `space`. Without `isIndexed`
 * they leave the HNSW index, to which `index-chunks.ts` adds them later.
 */
export async function moveChunks(
  db: Database,
  projectId: string,
  moved: { entryIds: string[]; memoryId: string; space: Space; isIndexed: boolean },
): Promise<number> {
  const { entryIds, memoryId, space, isIndexed } = moved;
  const rows = await db
    .update(chunks)
    .set({ memoryId, ...(isIndexed ? {} : { isIndexed }) })
    .where(and(eq(chunks.projectId, projectId), inArray(chunks.entryId, entryIds)))
    .returning({ space: chunks.space, knownUntil: chunks.knownUntil });
  return rows.filter((row) => row.space === spaceName(space) && row.knownUntil === null).length;
}

/** Deletes the entries' chunks in all spaces except the given ones. */
export async function deleteChunksElsewhere(
  db: Database,
  projectId: string,
  { entryIds, spaces }: { entryIds: string[]; spaces: readonly Space[] },
): Promise<void> {
  if (entryIds.length === 0) return;
  const statement = prepared(db, 'delete_chunks_elsewhere', () =>
    db
      .delete(chunks)
      .where(
        and(
          eq(chunks.projectId, placeholder('projectId')),
          isAnyOf(chunks.entryId, 'entryIds'),
          sql`${chunks.space} <> all(${placeholder('spaces')}::text[])`,
        ),
      ),
  );
  await statement.execute({ projectId, entryIds, spaces: spaces.map(spaceName) });
}

/** Deletes at most `limit` of the project's chunks outside the space. Returns the number of deleted chunks. */
export async function deleteChunksOutside(
  db: Database,
  { projectId, space, limit }: { projectId: string; space: Space; limit: number },
): Promise<number> {
  const some = db
    .select(KEY)
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), ne(chunks.space, spaceName(space))))
    .limit(limit);
  const picked = db.$with('picked').as(some);
  const rows = await db
    .with(picked)
    .delete(chunks)
    .where(and(eq(chunks.projectId, projectId), isPicked(picked, Object.values(KEY))))
    .returning({ entryId: chunks.entryId });
  return rows.length;
}

/** Adds at most `limit` pending chunks of a project to their HNSW index. Returns their number. */
export async function indexPendingChunks(
  db: Database,
  projectId: string,
  limit: number,
): Promise<number> {
  const picked = db.$with('picked').as(selectPendingChunks(db, projectId, limit));
  const rows = await db
    .with(picked)
    .update(chunks)
    .set({ isIndexed: true })
    .where(and(eq(chunks.projectId, projectId), isPicked(picked, Object.values(KEY))))
    .returning({ position: chunks.position });
  return rows.length;
}

/**
 * The position of the next chunk of each entry in the space, and whether the entry has current chunks in it.
 * Entries without chunks are omitted.
 */
export async function selectNextPositions(
  db: Database,
  projectId: string,
  { space, entryIds }: { space: Space; entryIds: readonly string[] },
): Promise<Map<string, { next: number; isCurrent: boolean }>> {
  if (entryIds.length === 0) return new Map();
  const query = prepared(db, 'next_positions', () =>
    db
      .select({
        entryId: chunks.entryId,
        next: sql<number>`max(${chunks.position}) + 1`,
        isCurrent: sql<boolean>`bool_or(${chunks.knownUntil} is null)`,
      })
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
  return new Map(rows.map(({ entryId, ...row }) => [entryId, row]));
}
