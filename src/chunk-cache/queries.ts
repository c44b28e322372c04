import { and, eq, isNull, placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { inPlacedSpace, type Space, spaceName } from '../db/embedding-space.ts';
import type { EntryRow } from '../db/rows.ts';
import type { SelectedEntries } from '../db/selected-entries.ts';
import { prepared } from '../db/statements.ts';
import { chunks } from '../db/tables.ts';

export type ProjectSpace = { projectId: string; space: Space };

/** What is kept of a chunk. Times are in milliseconds since 1970. */
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
  /** In pgvector's binary form. */
  vector: Uint8Array;
  /** The lexemes of its text and its context, one in a line. */
  words: string;
  /** Those of its text alone; null without a context. */
  wordsOfText: string | null;
};

/** The current chunks of a project after a place, by entry and position. */
export function selectPage(
  db: Database,
  { projectId, space }: ProjectSpace,
  { after, limit }: { after: Pick<CachedRow, 'entryId' | 'position'> | null; limit: number },
): Promise<CachedRow[]> {
  const query = prepared(db, 'chunks to cache', () =>
    db
      .select(columns)
      .from(chunks)
      .where(
        and(
          isCurrent,
          sql`(${chunks.entryId}, ${chunks.position}) > (${placeholder('entryId')}::text, ${placeholder('position')}::int)`,
        ),
      )
      .orderBy(chunks.entryId, chunks.position)
      .limit(placeholder('limit')),
  );
  const { entryId, position } = after ?? { entryId: '', position: 0 };
  return query.execute({ projectId, space: spaceName(space), entryId, position, limit });
}

/** The current chunks of selected entries. */
export function selectOfEntries(
  db: Database,
  { projectId, space }: ProjectSpace,
  { name, selectIds, parameters }: SelectedEntries,
): Promise<CachedRow[]> {
  const query = prepared(db, `chunks to cache of ${name}`, () =>
    db
      .select(columns)
      .from(chunks)
      .where(and(isCurrent, sql`${chunks.entryId} in (${selectIds(db)})`)),
  );
  return query.execute({ ...parameters, projectId, space: spaceName(space) });
}

const isCurrent = and(
  eq(chunks.projectId, placeholder('projectId')),
  inPlacedSpace,
  isNull(chunks.knownUntil),
);

const epochMs = (time: SQL) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** A lexeme contains no line break, since PostgreSQL's parser of texts takes it for a space between words. */
const joined = (words: SQL) => sql`array_to_string(tsvector_to_array(${words}), E'\n')`;

const columns = {
  entryId: chunks.entryId,
  position: chunks.position,
  statement: chunks.statement,
  memoryId: chunks.memoryId,
  kind: chunks.kind,
  depth: chunks.depth,
  isSuperseded: sql<boolean>`${chunks.supersededAt} is not null`,
  expiresAt: sql<number | null>`${epochMs(sql`${chunks.expiresAt}`)}`,
  occurredAt: sql<number>`${epochMs(sql`${chunks.occurredAt}`)}`,
  vector: sql<Uint8Array>`vector_send(${chunks.embedding})`,
  words: sql<string>`${joined(sql`${chunks.words}`)}`,
  wordsOfText: sql<string | null>`case when ${chunks.context} is not null
    then ${joined(sql`ts_filter(${chunks.words}, '{a}')`)} end`,
};
