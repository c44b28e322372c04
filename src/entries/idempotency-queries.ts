import { and, eq, lt, placeholder, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import { insertRows } from '../db/insert-rows.ts';
import { isAmong, isAnyOf, prepared } from '../db/prepared-queries.ts';
import { idempotentWrites, type StoredAnswer } from '../db/tables/idempotency.ts';

export type IdempotentWrite = { key: string; requestHash: string; answer: StoredAnswer };

/** The stored answers of these idempotency keys. */
export function selectAnswers(
  db: Database,
  projectId: string,
  keys: string[],
): Promise<IdempotentWrite[]> {
  if (keys.length === 0) return Promise.resolve([]);
  const { key, requestHash, answer } = idempotentWrites;
  const query = prepared(db, 'answers', () =>
    db
      .select({ key, requestHash, answer })
      .from(idempotentWrites)
      .where(and(eq(idempotentWrites.projectId, placeholder('projectId')), isAnyOf(key, 'keys'))),
  );
  return query.execute({ projectId, keys });
}

export function insertAnswers(
  db: Database,
  rows: (typeof idempotentWrites.$inferInsert)[],
): Promise<void> {
  return insertRows(db, idempotentWrites, rows);
}

/** Deletes up to `limit` answers that were stored before a time, and returns their number. */
export function deleteAnswers(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { key, createdAt } = idempotentWrites;
  const isOld = lt(createdAt, before);
  return deleteOld(db, { table: idempotentWrites, key: [key], isOld }, limit);
}

/** Deletes the answers to idempotency keys that name any of the entries; without ids, all answers. */
export async function deleteAnswersOf(
  db: Database,
  projectId: string,
  ids: readonly string[] | null,
): Promise<void> {
  const names = (key: string) => isAmong(sql`${idempotentWrites.answer} ->> ${key}`, ids ?? []);
  await db
    .delete(idempotentWrites)
    .where(
      and(
        eq(idempotentWrites.projectId, projectId),
        ids ? sql`(${names('entryId')} or ${names('matchedEntryId')})` : undefined,
      ),
    );
}
