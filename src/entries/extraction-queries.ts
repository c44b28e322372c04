import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { idempotentExtractions, idempotentWrites } from '../db/tables/idempotency.ts';

export type ExtractionRow = typeof idempotentExtractions.$inferSelect;

/** The extraction with an idempotency key; null if there is none. */
export async function selectExtraction(
  db: Database,
  projectId: string,
  key: string,
): Promise<ExtractionRow | null> {
  const ofProject = eq(idempotentExtractions.projectId, projectId);
  const rows = await db
    .select()
    .from(idempotentExtractions)
    .where(and(ofProject, eq(idempotentExtractions.key, key)));
  return rows[0] ?? null;
}

/** Stores an extraction, unless there is one with its idempotency key. */
export async function insertExtraction(db: Database, row: ExtractionRow): Promise<void> {
  const { projectId, key } = idempotentExtractions;
  await db
    .insert(idempotentExtractions)
    .values(row)
    .onConflictDoNothing({ target: [projectId, key] });
}

/** Deletes up to `limit` extractions that were stored before a time, with their answers, and returns their number. */
export function deleteOldExtractions(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { id, createdAt } = idempotentExtractions;
  const isOld = lt(createdAt, before);
  return deleteOld(db, { table: idempotentExtractions, key: [id], isOld }, limit);
}

/**
 * Deletes the extractions with this metadata, and those of which a text was written to any of the entries, with all
 * their answers.
 */
export async function deleteExtractionsOf(
  db: Database,
  projectId: string,
  { metadata, entryIds }: { metadata: Metadata; entryIds: readonly string[] },
): Promise<void> {
  const { answer, extractionId: id } = idempotentWrites;
  const ofProject = eq(idempotentWrites.projectId, projectId);
  const ofEntries = db
    .select({ id })
    .from(idempotentWrites)
    .where(and(ofProject, isAmong(sql`${answer} ->> 'entryId'`, entryIds)));
  await db
    .delete(idempotentExtractions)
    .where(
      and(
        eq(idempotentExtractions.projectId, projectId),
        or(
          matchesMetadata(metadata, idempotentExtractions.metadata),
          inArray(idempotentExtractions.id, ofEntries),
        ),
      ),
    );
}
