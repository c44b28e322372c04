import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import { idempotentCreates } from '../db/tables/idempotency.ts';

type CreateRow = typeof idempotentCreates.$inferSelect;

/** The object that was created with an idempotency key. */
export async function selectCreate(
  db: Database,
  { projectId, operation, key }: Pick<CreateRow, 'projectId' | 'operation' | 'key'>,
): Promise<CreateRow | null> {
  const rows = await db
    .select()
    .from(idempotentCreates)
    .where(
      and(
        eq(idempotentCreates.projectId, projectId),
        eq(idempotentCreates.operation, operation),
        eq(idempotentCreates.key, key),
      ),
    );
  return rows[0] ?? null;
}

export async function insertCreate(db: Database, row: CreateRow): Promise<void> {
  await db.insert(idempotentCreates).values(row);
}

/** Deletes up to `limit` idempotency keys that were stored before a time, and returns their number. */
export function deleteCreates(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { operation, key, createdAt } = idempotentCreates;
  const isOld = lt(createdAt, before);
  return deleteOld(db, { table: idempotentCreates, key: [operation, key], isOld }, limit);
}

/** Deletes the idempotency keys of all objects that were created in a project. */
export async function deleteAllCreates(db: Database, projectId: string): Promise<void> {
  await db.delete(idempotentCreates).where(eq(idempotentCreates.projectId, projectId));
}
