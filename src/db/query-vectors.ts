import { and, getTableColumns, placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type ChunkScope, inScope } from './chunk-scope.ts';
import type { Database } from './database.ts';
import type { Space } from './embedding-space.ts';
import { isEntry } from './entry-conditions.ts';
import { columnsOf, type Runnable } from './prepared-queries.ts';
import type { EntryRow } from './rows.ts';
import { chunks } from './tables/chunks.ts';
import { entries } from './tables/entries.ts';

/**
 * The statements of vector-search.ts that compare query vectors with chunks, and their parts. A statement reads the
 * vectors from its parameter `vectors`, as rows of `query`.
 */

/**
 * `similarity` is cosine in −1..1. `statements` has, for each statement of the entry, its chunk that is nearest to
 * the query vector; null if the entry has one statement.
 */
export type FoundChunk = {
  entryId: string;
  statement: number;
  position: number;
  text: string;
  similarity: number;
  occurredAt: Date;
  isIndexed: boolean;
  entry?: EntryRow;
  statements?: FoundChunk[] | null;
};

/** The query vector with which a statement compares. */
export const queryVector = sql`query.vector`;

/** Cosine distance, in 0..2, to the query vector. No index applies to this expression. */
export function exactDistance(): SQL<number> {
  return sql<number>`(${chunks.embedding} <=> ${queryVector})`;
}

/** The columns to select of a chunk, with its distance to the query vector. */
export function chunkBy(distance: SQL<number>) {
  return {
    entryId: chunks.entryId,
    statement: chunks.statement,
    position: chunks.position,
    text: chunks.text,
    occurredAt: chunks.occurredAt,
    // The same expression as in ORDER BY, so that it is computed once for each chunk.
    distance: distance.as('distance'),
    isIndexed: chunks.isIndexed,
  };
}

type Nearest = ReturnType<ReturnType<typeof selectChunks>['as']>;

function selectChunks(db: Database) {
  return db.select(chunkBy(exactDistance())).from(chunks);
}

/**
 * The query vectors, each in a row with its number from 1. OFFSET prevents the planner from repeating the cast for
 * every chunk.
 */
function queryVectors({ dimensions }: Space): SQL {
  const size = sql.raw(String(dimensions));
  return sql`(select given.vectors[(one.number - 1) * ${size} + 1 : one.number * ${size}]::vector as vector, one.number
    from (select ${placeholder('vectors')}::real[] as vectors) as given
    cross join lateral generate_series(1, cardinality(given.vectors) / ${size}) as one(number)
    offset 0) as query`;
}

/** A single vector as a row. The planner knows that there is exactly one row. */
const singleQueryVector = sql`(select ${placeholder('vectors')}::vector as vector, 1 as number offset 0) as query`;

/** Runs the query `nearest` for each query vector. */
export function selectForEach(db: Database, space: Space, nearest: Nearest) {
  return db.select(foundBy(nearest)).from(queryVectors(space)).crossJoinLateral(nearest);
}

const nearestColumn = columnsOf('nearest');

/** The columns of a found chunk in the rows `nearest` of `searchEach`. */
const foundColumns = {
  number: sql<string | number>`nearest.number`,
  entryId: nearestColumn(chunks.entryId),
  statement: nearestColumn(chunks.statement),
  position: nearestColumn(chunks.position),
  text: nearestColumn(chunks.text),
  similarity: sql<number>`1 - nearest.distance`,
  occurredAt: nearestColumn(chunks.occurredAt),
  isIndexed: nearestColumn(chunks.isIndexed),
};

type ComparisonSource = {
  compared: SQL | undefined;
  indexed?: SQLWrapper | undefined;
  withEntries: boolean;
};

/**
 * For each query vector, the nearest of the compared chunks, and of those that a query finds with an index. The
 * compared chunks are read once for all vectors: reading a row takes longer than comparing it.
 */
export function searchEach(
  db: Database,
  scope: ChunkScope,
  { compared, indexed, withEntries }: ComparisonSource,
): Runnable<NumberedChunk[]> {
  const { entryId, statement, position, text, occurredAt, isIndexed, embedding } = chunks;
  const columns = { entryId, statement, position, text, occurredAt, isIndexed };
  const rows = db
    .select({ ...columns, embedding })
    .from(chunks)
    .where(compared);
  const names = sql.join(
    Object.values(columns).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  const nearest = sql`(select ${names}, (embedding <=> ${queryVector}) as distance
    from compared order by distance limit ${placeholder('limit')})`;
  const both = indexed
    ? sql`${nearest} union all (select ${names}, distance from (${indexed}) as indexed)`
    : nearest;
  const each = sql`(with compared as materialized (${rows})
    select query.*, found.* from ${queryVectors(scope.space)} cross join lateral (${both}) as found) as nearest`;
  return db
    .select({ ...foundColumns, ...entryColumns(db, scope, foundColumns.entryId, withEntries) })
    .from(each)
    .crossJoinLateral(entryRow(db, foundColumns.entryId))
    .crossJoinLateral(sql`(select nearest.vector) as query`);
}

/** Runs the query `nearest` for a single query vector. */
export function searchOne(
  db: Database,
  scope: ChunkScope,
  { nearest, withEntries }: { nearest: Nearest; withEntries: boolean },
): Runnable<NumberedChunk[]> {
  return db
    .select({ ...foundBy(nearest), ...entryColumns(db, scope, nearest.entryId, withEntries) })
    .from(singleQueryVector)
    .crossJoinLateral(nearest)
    .crossJoinLateral(entryRow(db, nearest.entryId));
}

/**
 * The entry of a found chunk, as a subquery with the name `entries`. The limit makes PostgreSQL look up one entry for
 * each chunk. With a plain join it would overestimate the number of chunks, and read all entries of the project.
 */
function entryRow(db: Database, entryId: SQLWrapper) {
  return db.select().from(entries).where(isEntry(entryId)).limit(1).as('entries');
}

/** The columns of the entry of a found chunk: its statements' similarities and, with `withEntries`, all columns. */
function entryColumns(db: Database, scope: ChunkScope, entryId: SQLWrapper, withEntries: boolean) {
  const statements = statementsOf(db, scope, entryId);
  return withEntries ? { statements, entry: getTableColumns(entries) } : { statements };
}

/**
 * For each statement of an entry, its chunk that is nearest to the query vector. Null if the entry has one statement.
 */
function statementsOf(db: Database, scope: ChunkScope, id: SQLWrapper): SQL<FoundChunk[] | null> {
  const distance = exactDistance();
  const each = db
    .selectDistinctOn([chunks.statement], chunkBy(distance))
    .from(chunks)
    .where(
      and(
        inScope(db, scope),
        sql`${chunks.entryId} = ${id}`,
        sql`jsonb_array_length(${entries.statements}) > 1`,
      ),
    )
    .orderBy(chunks.statement, distance)
    .as('each');
  const { entryId, statement, position, text, occurredAt, isIndexed } = each;
  const found = sql<FoundInJson[] | null>`(select json_agg(json_build_object(
      'entryId', ${entryId}, 'statement', ${statement}, 'position', ${position}, 'text', ${text},
      'similarity', 1 - ${each.distance}, 'occurredAt', ${occurredAt}, 'isIndexed', ${isIndexed}
    )) from ${each})`;
  return found.mapWith((rows: FoundInJson[]) =>
    rows.map((row): FoundChunk => ({ ...row, occurredAt: new Date(row.occurredAt) })),
  );
}

type FoundInJson = Omit<FoundChunk, 'occurredAt'> & { occurredAt: string };

function foundBy(nearest: Nearest) {
  const { entryId, statement, position, text, distance, occurredAt, isIndexed } = nearest;
  const similarity = sql<number>`1 - ${distance}`;
  return {
    number: sql<string | number>`query.number`,
    entryId,
    statement,
    position,
    text,
    similarity,
    occurredAt,
    isIndexed,
  };
}

/** A found chunk with the number of the vector for which it was found, from 1. */
export type NumberedChunk = FoundChunk & { number: string | number };
