import { and, eq, getTableColumns, isNull, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { inPlacedSpace, type ProjectSpace, spaceName } from '../db/embedding-space.ts';
import { isEntry } from '../db/entry-conditions.ts';
import { columnsOf, prepared } from '../db/prepared-queries.ts';
import type { EntryRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries } from '../db/tables/entries.ts';

/** A chunk as it is read for the cache. Times are in milliseconds since 1970. */
export type CachedRow = {
  entryId: string;
  position: number;
  statement: number;
  memoryId: string;
  kind: EntryRow['kind'];
  depth: number;
  isSuperseded: boolean;
  expiresAt: number | null;
  occurredAt: number;
  text: string;
  /** The vector in pgvector's binary form. */
  vector: Uint8Array;
  /** The lexemes of its text and its context, one per line. */
  words: string;
  /** The lexemes of its text alone, one per line; null without a context. */
  wordsOfText: string | null;
  /** The entry of the chunk; null for further chunks of an entry. */
  entry: EntryRow | null;
};

/** An entry that has no chunks any more. */
export type GoneRow = { [Name in keyof Omit<CachedRow, 'entryId'>]: null } & { entryId: string };

/** The next `limit` current chunks of a project after a chunk (`after`), in the order of entry id and position. */
export function selectPage(
  db: Database,
  { projectId, space }: ProjectSpace,
  { after, limit }: { after: Pick<CachedRow, 'entryId' | 'position'> | null; limit: number },
): Promise<CachedRow[]> {
  const query = prepared(db, 'chunks to cache', () => {
    const page = sql`select ${chunks}.* from ${chunks} where ${isCurrent}
      and (${chunks.entryId}, ${chunks.position}) > (${placeholder('entryId')}::text, ${placeholder('position')}::int)
      order by ${chunks.entryId}, ${chunks.position} limit ${placeholder('limit')}`;
    return db
      .select({ entryId: chunkColumn(chunks.entryId), ...columns })
      .from(sql`${withFirst(page)} as chunks`)
      .leftJoinLateral(entryOf(db, sql`chunks.entry_id`), sql`true`)
      .orderBy(chunks.entryId, chunks.position);
  });
  const { entryId, position } = after ?? { entryId: '', position: 0 };
  return query.execute({ projectId, space: spaceName(space), entryId, position, limit });
}

/** The current chunks of selected entries, with the entries: one row for an entry without chunks. */
export function selectOfEntries(
  db: Database,
  { projectId, space }: ProjectSpace,
  { name, selectIds, parameters }: SelectedEntries,
): Promise<(CachedRow | GoneRow)[]> {
  const query = prepared(db, `chunks to cache of ${name}`, () => {
    const own = sql`select ${chunks}.* from ${chunks} where ${isCurrent}
      and ${chunks.entryId} = selected.entry_id`;
    return db
      .select({ entryId: sql<string>`selected.entry_id`, ...columns })
      .from(
        sql`(${selectIds(db)}) as selected left join lateral ${withFirst(own)} as chunks on true`,
      )
      .leftJoinLateral(entryOf(db, sql`selected.entry_id`), sql`true`);
  });
  return query.execute({ ...parameters, projectId, space: spaceName(space) });
}

const isCurrent = and(
  eq(chunks.projectId, placeholder('projectId')),
  inPlacedSpace,
  isNull(chunks.knownUntil),
);

/**
 * Adds the column `is_first`, which is true for the first of the selected chunks of each entry. Only its row has the
 * entry.
 */
function withFirst(selected: SQL): SQL {
  return sql`(select one.*, row_number() over (partition by one.entry_id order by one.position) = 1 as is_first
    from (${selected}) as one)`;
}

/**
 * The entry of a first chunk. The limit makes PostgreSQL look up each one. With a join, it would read all entries of
 * the project.
 */
function entryOf(db: Database, entryId: SQL) {
  const isOfFirst = and(sql`chunks.is_first`, isEntry(entryId));
  return db.select().from(entries).where(isOfFirst).limit(1).as('entries');
}

const epochMs = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** A lexeme contains no line break, because PostgreSQL's text parser treats a line break as a space between words. */
const joined = (words: SQL) => sql`array_to_string(tsvector_to_array(${words}), E'\n')`;

const chunkColumn = columnsOf('chunks');

const columns = {
  position: chunkColumn(chunks.position),
  statement: chunkColumn(chunks.statement),
  memoryId: chunkColumn(chunks.memoryId),
  kind: chunkColumn(chunks.kind),
  depth: chunkColumn(chunks.depth),
  isSuperseded: sql<boolean>`${chunks.supersededAt} is not null`,
  expiresAt: sql<number | null>`${epochMs(sql`${chunks.expiresAt}`)}`,
  occurredAt: sql<number>`${epochMs(sql`${chunks.occurredAt}`)}`,
  text: chunkColumn(chunks.text),
  vector: sql<Uint8Array>`vector_send(${chunks.embedding})`,
  words: sql<string>`${joined(sql`${chunks.words}`)}`,
  wordsOfText: sql<string | null>`case when ${chunks.context} is not null
    then ${joined(sql`ts_filter(${chunks.words}, '{a}')`)} end`,
  entry: getTableColumns(entries),
};

/**
 * The columns of an entry that can change without an event: by accesses, and by reviews that leave the utility as it
 * is.
 */
export type EntryCounts = Pick<EntryRow, 'accessCount' | 'lastAccessedAt' | 'reviewCount'>;

/** The current counts of entries, by entry id. */
export async function selectCounts(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, EntryCounts>> {
  const query = prepared(db, 'entry counts', () => {
    const { id, accessCount, lastAccessedAt, reviewCount } = entries;
    // The limit makes PostgreSQL look up each entry by the primary key, even if the table has no statistics.
    const own = db.select().from(entries).where(isEntry(sql`named.id`)).limit(1).as('entries');
    return db
      .select({ id, accessCount, lastAccessedAt, reviewCount })
      .from(sql`unnest(${placeholder('ids')}::text[]) as named(id)`)
      .crossJoinLateral(own);
  });
  // Repeated ids are removed here, because the query takes a third longer with `distinct`.
  const rows = await query.execute({ projectId, ids: [...new Set(ids)] });
  return new Map(rows.map(({ id: entryId, ...counts }) => [entryId, counts]));
}
