import { and, eq, inArray, isNull, placeholder, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { inPlacedSpace, type Space, spaceName } from './embedding-space.ts';
import type { Holder } from './held-texts.ts';
import { isAnyOf, prepared } from './prepared-queries.ts';
import { chunks } from './tables/chunks.ts';
import { projects } from './tables/projects.ts';

/** Reads the vectors and the texts of stored chunks. */

/** The vectors of the given chunks, by entry id. At most one chunk of each entry may be given. */
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

/** A chunk as the schema's `Chunk`. */
export type ChunkText = { position: number; text: string };

/** The current chunks of entries, in the order of their positions, by entry id. Entries without chunks are omitted. */
export async function selectChunkTexts(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  entryIds: readonly string[],
): Promise<Map<string, ChunkText[]>> {
  const { entryId, position, text } = chunks;
  const rows = await db
    .select({ entryId, position, text })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inArray(entryId, [...entryIds]),
        eq(chunks.space, spaceName(space)),
        isNull(chunks.knownUntil),
      ),
    )
    .orderBy(entryId, position);
  const found = new Map<string, ChunkText[]>();
  for (const { entryId: id, ...chunk } of rows) found.set(id, [...(found.get(id) ?? []), chunk]);
  return found;
}

/** The vector of the first chunk of each entry in the present space of the project. Entries without one are omitted. */
export async function selectFirstVectors(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, number[]>> {
  const space = db
    .select({
      name: sql`${projects.embeddingModel} || '/' || ${projects.embeddingDimensions}`,
    })
    .from(projects)
    .where(eq(projects.id, projectId));
  const rows = await db
    .selectDistinctOn([chunks.entryId], { entryId: chunks.entryId, embedding: chunks.embedding })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inArray(chunks.entryId, [...entryIds]),
        sql`${chunks.space} = (${space})`,
        isNull(chunks.knownUntil),
      ),
    )
    .orderBy(chunks.entryId, chunks.position);
  return new Map(rows.map(({ entryId, embedding }) => [entryId, embedding]));
}

/** The vectors of the chunks of a statement, in their order. */
export async function selectStatementVectors(
  db: Database,
  { projectId, space }: { projectId: string; space: Space },
  { entryId, statement }: Holder,
): Promise<number[][]> {
  const rows = await db
    .select({ embedding: chunks.embedding })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        eq(chunks.entryId, entryId),
        eq(chunks.space, spaceName(space)),
        eq(chunks.statement, statement),
        isNull(chunks.knownUntil),
      ),
    )
    .orderBy(chunks.position);
  return rows.map(({ embedding }) => embedding);
}
