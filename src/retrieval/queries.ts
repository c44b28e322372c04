import { and, asc, desc, eq, inArray, isNotNull, placeholder, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { isAnyOf, prepared } from '../db/prepared.ts';
import type { EntryRow } from '../db/rows.ts';
import {
  exactDistance,
  inSpace,
  type SearchMethod,
  type SearchPart,
  type Space,
  searchParts,
  spaceName,
  vectorParameter,
} from '../db/spaces.ts';
import { chunks, entries, type Metadata } from '../db/tables.ts';
import {
  lookupWords,
  MAX_COUNTED,
  MAX_LOOKED_UP,
  type QueryWord,
  type WeightedWord,
} from './words.ts';

/** Which chunks may be found. */
export type Filter = {
  projectId: string;
  space: Space;
  memoryIds: string[] | null;
  kinds: EntryRow['kind'][] | null;
  metadata: Metadata | null;
  /** Only entries with a lesson. */
  hasLesson: boolean;
};

/**
 * A chunk and its entry. `similarity` is cosine in −1..1; `coverage` in 0..1 is the share of the query's
 * words that the chunk has, each counting by its weight. `isIndexed` is false while it waits for its index.
 */
export type ChunkHit = {
  entry: EntryRow;
  position: number;
  text: string;
  similarity: number;
  coverage: number;
  isIndexed: boolean;
};

type Wanted = { embedding: number[]; words: WeightedWord[]; limit: number; method: SearchMethod };

/**
 * The chunks nearest to a vector, nearest first; `words` may be empty. HNSW asks the space's index, and
 * compares with what waits for it: `limit` of each.
 */
export async function selectNearest(
  db: Database,
  filter: Filter,
  { embedding, words, limit, method }: Wanted,
): Promise<ChunkHit[]> {
  const { projectId, space, memoryIds, kinds } = filter;
  const from = sql`${placeholder('vector')}::vector`;
  const build = () => {
    const [first, waiting] = searchParts(method, space, from);
    const nearest = ({ distance, among }: SearchPart) =>
      hits(db, { distance, coverage: coverageOf(words) })
        .where(and(passes(db, filter), among))
        .orderBy(distance)
        .limit(limit);
    const found = waiting ? unionAll(nearest(first), nearest(waiting)) : nearest(first);
    return withEntries(db, found.as('hit'));
  };
  const shape = shapeOf(filter, words);
  const query = prepared(db, shape && `nearest ${method} ${limit} ${shape}`, build);
  const vector = JSON.stringify(embedding);
  const rows = await query.execute({ projectId, memoryIds, kinds, vector });
  return rows.sort((one, other) => other.similarity - one.similarity);
}

/** The chunks that cover most of the query's words; `similarity` is 0 without an embedding. */
export async function selectCovering(
  db: Database,
  filter: Filter,
  {
    embedding,
    words,
    limit,
  }: Omit<Wanted, 'embedding' | 'method'> & { embedding: number[] | null },
): Promise<ChunkHit[]> {
  const lookup = lookupWords(words);
  if (lookup.length === 0) return [];
  const coverage = coverageOf(words);
  const distance = embedding ? exactDistance(vectorParameter(embedding)) : sql<number>`1::float8`;
  const anyWord = sql.join(
    lookup.map((word) => literal(word.lexeme)),
    sql` || `,
  );
  const covering = hits(db, { distance, coverage })
    .where(and(passes(db, filter), sql`${chunks.words} @@ (${anyWord})`))
    .orderBy(desc(coverage), asc(distance), asc(chunks.entryId), asc(chunks.position))
    .limit(limit);
  const hit = covering.as('hit');
  const query = withEntries(db, hit).orderBy(
    desc(hit.coverage),
    asc(hit.distance),
    asc(hit.entryId),
    asc(hit.position),
  );
  const { projectId, memoryIds, kinds } = filter;
  return prepared(db, null, () => query).execute({ projectId, memoryIds, kinds });
}

type Measures = { distance: SQL<number>; coverage: SQL<number> };

function hits(db: Database, { distance, coverage }: Measures) {
  return db
    .select({
      entryId: chunks.entryId,
      position: chunks.position,
      text: chunks.text,
      // As it stands in ORDER BY, so that it is worked out once for each chunk.
      distance: distance.as('distance'),
      coverage: coverage.as('coverage'),
      isIndexed: chunks.isIndexed,
    })
    .from(chunks);
}

type Hits = ReturnType<ReturnType<typeof hits>['as']>;

/** Joins the hits with their entries. */
function withEntries(db: Database, hit: Hits) {
  const { position, text, distance, coverage, isIndexed } = hit;
  const similarity = sql<number>`1 - ${distance}`;
  return db
    .select({ entry: entries, position, text, similarity, coverage, isIndexed })
    .from(hit)
    .innerJoin(
      entries,
      and(eq(entries.projectId, placeholder('projectId')), eq(entries.id, hit.entryId)),
    );
}

/**
 * Counts an access of each entry. Rows are locked in the order of their ids, so that two that share some
 * do not wait for each other crosswise.
 */
export function countAccesses(
  db: Database,
  projectId: string,
  { ids, at }: { ids: string[]; at: Date },
): Promise<Pick<EntryRow, 'id' | 'accessCount' | 'lastAccessedAt'>[]> {
  const locked = db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, ids)))
    .orderBy(asc(entries.id))
    .for('no key update');
  const time = sql`${at.toISOString()}::timestamptz`;
  return db
    .update(entries)
    .set({
      accessCount: sql`${entries.accessCount} + 1`,
      lastAccessedAt: sql`greatest(coalesce(${entries.lastAccessedAt}, ${time}), ${time})`,
    })
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, locked)))
    .returning({
      id: entries.id,
      accessCount: entries.accessCount,
      lastAccessedAt: entries.lastAccessedAt,
    });
}

/** The vectors of some chunks, by entry: at most one chunk of each. */
export async function selectVectors(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  wanted: readonly { entryId: string; position: number }[],
): Promise<Map<string, number[]>> {
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ entryId: chunks.entryId, position: chunks.position, embedding: chunks.embedding })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inSpace(space),
        inArray(
          chunks.entryId,
          wanted.map(({ entryId }) => entryId),
        ),
        inArray(chunks.position, [...new Set(wanted.map(({ position }) => position))]),
      ),
    );
  const positions = new Map(wanted.map(({ entryId, position }) => [entryId, position]));
  return new Map(
    rows
      .filter((row) => positions.get(row.entryId) === row.position)
      .map((row) => [row.entryId, row.embedding]),
  );
}

/** The query's words, and in how many chunks of the scope each stands (counted up to a limit). */
export async function selectQueryWords(
  db: Database,
  filter: Filter,
  query: string,
): Promise<QueryWord[]> {
  const { projectId, space, memoryIds } = filter;
  const matching = db
    .select({ one: sql`1` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inSpace(space),
        memoryIds ? inArray(chunks.memoryId, memoryIds) : undefined,
        sql`${chunks.words} @@ ${quoteLexeme(sql`word.lexeme`)}`,
      ),
    )
    .limit(MAX_COUNTED);
  const rows = await db
    .select({
      lexeme: sql<string>`word.lexeme`,
      chunks: sql<string>`(select count(*) from ${matching} as matching)`,
    })
    .from(
      sql`(select lexeme from unnest(tsvector_to_array(to_tsvector('english', ${query}::text))) as all_words(lexeme)
        order by length(lexeme) desc limit ${MAX_LOOKED_UP}) as word`,
    );
  return rows.map((row) => ({ lexeme: row.lexeme, chunks: Number(row.chunks) }));
}

/** Searches alike in this have the same query, but for its parameters; null where its text depends on more. */
function shapeOf(filter: Filter, words: readonly WeightedWord[]): string | null {
  const { space, memoryIds, kinds, metadata, hasLesson } = filter;
  if (words.length > 0 || metadata) return null;
  return JSON.stringify([spaceName(space), memoryIds !== null, kinds !== null, hasLesson]);
}

/** Refers to the project, the memories and the kinds by placeholders. */
function passes(db: Database, filter: Filter): SQL | undefined {
  const { space, memoryIds, kinds, metadata, hasLesson } = filter;
  const projectId = placeholder('projectId');
  const ofEntries = (condition: SQL | undefined) =>
    inArray(
      chunks.entryId,
      db
        .select({ id: entries.id })
        .from(entries)
        .where(and(eq(entries.projectId, projectId), condition)),
    );
  return and(
    eq(chunks.projectId, projectId),
    inSpace(space),
    memoryIds ? isAnyOf(chunks.memoryId, 'memoryIds') : undefined,
    kinds ? isAnyOf(chunks.kind, 'kinds') : undefined,
    metadata && Object.keys(metadata).length > 0 ? ofEntries(matchesMetadata(metadata)) : undefined,
    hasLesson ? ofEntries(isNotNull(entries.lesson)) : undefined,
  );
}

function coverageOf(words: readonly WeightedWord[]): SQL<number> {
  const total = words.reduce((sum, word) => sum + word.weight, 0);
  if (total === 0) return sql<number>`0::float8`;
  const shares = words.map(
    (word) =>
      sql`(case when ${chunks.words} @@ ${literal(word.lexeme)} then ${word.weight / total}::float8 else 0 end)`,
  );
  return sql<number>`(${sql.join(shares, sql` + `)})`;
}

function literal(lexeme: string): SQL {
  return quoteLexeme(sql`${lexeme}::text`);
}

/** A lexeme as a query for exactly it, whatever characters it has. */
function quoteLexeme(lexeme: SQL): SQL {
  return sql`('''' || replace(replace(${lexeme}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`;
}
