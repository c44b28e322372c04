import {
  and,
  asc,
  cosineDistance,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { inSpace } from '../db/embedding-space.ts';
import type { EntryRow } from '../db/rows.ts';
import { prepared } from '../db/statements.ts';
import { chunks, entries } from '../db/tables.ts';
import {
  type ChunkScope,
  inScope,
  RANKED,
  type RankedEntry,
  scopeParameters,
} from '../db/vector-search.ts';
import { CONTEXT_SHARE } from './presets.ts';
import {
  lookupWords,
  MAX_COUNTED,
  MAX_LOOKED_UP,
  type QueryWord,
  type WeightedWord,
} from './words.ts';

/**
 * A chunk and its entry. `similarity` is cosine in −1..1, or 0 in a search without a vector. `coverage`, in
 * 0..1, is the weighted share of the query's words that the chunk contains.
 */
export type ChunkHit = {
  entry: RankedEntry | EntryRow;
  statement: number;
  position: number;
  occurredAt: Date;
  text: string;
  similarity: number;
  coverage: number;
};

type Wanted = { embedding: number[] | null; words: WeightedWord[]; limit: number };

/** The chunks in scope with the highest coverage of the query's words. */
export async function selectCovering(
  db: Database,
  scope: ChunkScope,
  { embedding, words, limit }: Wanted,
): Promise<ChunkHit[]> {
  const lookup = lookupWords(words);
  if (lookup.length === 0) return [];
  const coverage = coverageOf(words);
  const distance = embedding
    ? sql<number>`(${cosineDistance(chunks.embedding, embedding)})`
    : sql<number>`1::float8`;
  const anyWord = sql.join(
    lookup.map((word) => literal(word.lexeme)),
    sql` || `,
  );
  const hit = db
    .select({
      entryId: chunks.entryId,
      statement: chunks.statement,
      position: chunks.position,
      occurredAt: chunks.occurredAt,
      text: chunks.text,
      // The same expression as in ORDER BY, so that it is computed once for each chunk.
      distance: distance.as('distance'),
      coverage: coverage.as('coverage'),
    })
    .from(chunks)
    .where(and(inScope(db, scope), sql`${chunks.words} @@ (${anyWord})`))
    .orderBy(desc(coverage), asc(distance), asc(chunks.entryId), asc(chunks.position))
    .limit(limit)
    .as('hit');
  return db
    .select({
      entry: RANKED,
      statement: hit.statement,
      position: hit.position,
      occurredAt: hit.occurredAt,
      text: hit.text,
      similarity: sql<number>`1 - ${hit.distance}`,
      coverage: hit.coverage,
    })
    .from(hit)
    .innerJoin(entries, and(eq(entries.projectId, scope.projectId), eq(entries.id, hit.entryId)))
    .orderBy(desc(hit.coverage), asc(hit.distance), asc(hit.entryId), asc(hit.position))
    .execute(scopeParameters(scope));
}

/** A chunk of one of the entries, with its similarity (0 without a vector) and coverage. */
export type ChunkOfEntry = Omit<ChunkHit, 'entry'> & { entryId: string };

/** All chunks in scope of the entries. */
export function selectChunksOf(
  db: Database,
  scope: ChunkScope,
  {
    embedding,
    words,
    entryIds,
  }: { embedding: number[] | null; words: WeightedWord[]; entryIds: string[] },
): Promise<ChunkOfEntry[]> {
  const distance = embedding
    ? sql<number>`(${cosineDistance(chunks.embedding, embedding)})`
    : sql<number>`1::float8`;
  return db
    .select({
      entryId: chunks.entryId,
      statement: chunks.statement,
      position: chunks.position,
      occurredAt: chunks.occurredAt,
      text: chunks.text,
      similarity: sql<number>`1 - ${distance}`,
      coverage: coverageOf(words),
    })
    .from(chunks)
    .where(and(inScope(db, scope), inArray(chunks.entryId, entryIds)))
    .execute(scopeParameters(scope));
}

/**
 * The query's words, each with the number of chunks in scope that contain it (counted up to `MAX_COUNTED`).
 */
export async function selectQueryWords(
  db: Database,
  { projectId, space, memoryIds, withoutMemoryIds, asOf }: ChunkScope,
  query: string,
): Promise<QueryWord[]> {
  const matching = db
    .select({ one: sql`1` })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inSpace(space),
        memoryIds ? inArray(chunks.memoryId, memoryIds) : undefined,
        withoutMemoryIds.length > 0 ? notInArray(chunks.memoryId, withoutMemoryIds) : undefined,
        asOf === null
          ? isNull(chunks.knownUntil)
          : and(
              lte(chunks.knownFrom, asOf),
              or(isNull(chunks.knownUntil), gt(chunks.knownUntil, asOf)),
            ),
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

/**
 * The lexemes, by the configuration `english`, of the words of a query and of those other words that can be
 * equal to one of them. Only these are returned, since most words of the found texts are not in the query.
 */
export async function selectLexemes(
  db: Database,
  { queryWords, words }: { queryWords: readonly string[]; words: readonly string[] },
): Promise<Map<string, string[]>> {
  const lexemesOf = (word: SQL) => sql`tsvector_to_array(to_tsvector('english', ${word}))`;
  const query = prepared(db, 'lexemes', () =>
    db
      .select({ word: sql<string>`word.text`, lexemes: sql<string[]>`word.lexemes` })
      // OFFSET prevents the planner from computing the lexemes of a word twice.
      .from(
        sql`(select one.text, ${lexemesOf(sql`one.text`)} as lexemes
          from unnest(${placeholder('words')}::text[]) as one(text) offset 0) as word`,
      )
      .where(
        sql`word.lexemes[1] in (select lexeme from unnest(${placeholder('queryWords')}::text[]) as asked(text)
          cross join unnest(${lexemesOf(sql`asked.text`)}) as lexeme)`,
      ),
  );
  const rows = await query.execute({ queryWords, words });
  return new Map(rows.map(({ word, lexemes }) => [word, lexemes]));
}

/** The sum of the weights of the words that a chunk contains, in 0..1. Words of its context count less. */
export function coverageOf(words: readonly WeightedWord[]): SQL<number> {
  if (words.length === 0) return sql<number>`0::float8`;
  const shares = words.map(({ lexeme, weight }) => {
    const word = literal(lexeme);
    return sql`(case when ${chunks.words} @@ ${ofText(word)} then ${weight}::float8
      when ${chunks.words} @@ ${word} then ${weight * CONTEXT_SHARE}::float8 else 0 end)`;
  });
  return sql<number>`(${sql.join(shares, sql` + `)})`;
}

function literal(lexeme: string): SQL {
  return quoteLexeme(sql`${lexeme}::text`);
}

/** A tsquery for a word in the text of a chunk, whose words have the weight A. */
function ofText(word: SQL): SQL {
  return sql`(${word}::text || ':A')::tsquery`;
}

/** A tsquery for exactly this lexeme, with quotation marks and backslashes escaped. */
function quoteLexeme(lexeme: SQL): SQL {
  return sql`('''' || replace(replace(${lexeme}, '\\', '\\\\'), '''', '''''') || '''')::tsquery`;
}
