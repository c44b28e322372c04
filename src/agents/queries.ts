import { and, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { AgentRow, GenerationRow } from '../db/rows.ts';
import { agents, generations } from '../db/tables.ts';

export async function insertAgent(db: Database, row: AgentRow): Promise<void> {
  await db.insert(agents).values(row);
}

export async function updateAgentRow(
  db: Database,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
  values: Partial<AgentRow>,
): Promise<AgentRow | null> {
  const rows = await db
    .update(agents)
    .set(values)
    .where(and(eq(agents.projectId, projectId), eq(agents.id, id)))
    .returning();
  return rows[0] ?? null;
}

export async function deleteAgentRow(
  db: Database,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
): Promise<AgentRow | null> {
  const rows = await db
    .delete(agents)
    .where(and(eq(agents.projectId, projectId), eq(agents.id, id)))
    .returning();
  return rows[0] ?? null;
}

export function selectAgentsByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(and(eq(agents.projectId, projectId), inArray(agents.id, [...ids])));
}

export function selectAgents(
  db: Database,
  projectId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(and(eq(agents.projectId, projectId), before ? lt(agents.id, before) : undefined))
    .orderBy(desc(agents.id))
    .limit(limit);
}

export async function countAgents(db: Database, projectId: string): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(agents)
    .where(eq(agents.projectId, projectId));
  return rows[0]?.total ?? 0;
}

/** Returns false if the idempotency key is taken. */
export async function insertGeneration(db: Database, row: GenerationRow): Promise<boolean> {
  const rows = await db
    .insert(generations)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: generations.id });
  return rows.length > 0;
}

export async function selectGenerationByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<GenerationRow | null> {
  const rows = await db
    .select()
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.idempotencyKey, key)));
  return rows[0] ?? null;
}

export async function selectGeneration(
  db: Database,
  projectId: string,
  id: string,
): Promise<GenerationRow | null> {
  const rows = await db
    .select()
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.id, id)));
  return rows[0] ?? null;
}

export async function updateGeneration(
  db: Database,
  { projectId, id }: Pick<GenerationRow, 'projectId' | 'id'>,
  values: Partial<GenerationRow>,
): Promise<void> {
  await db
    .update(generations)
    .set(values)
    .where(and(eq(generations.projectId, projectId), eq(generations.id, id)));
}

/** Deletes the generation of an earlier call with the same idempotency key whose process ended early. */
export async function deleteStaleGeneration(
  db: Database,
  { projectId, idempotencyKey }: GenerationRow,
  staleSince: Date,
): Promise<void> {
  if (idempotencyKey === null) return;
  await db
    .delete(generations)
    .where(
      and(
        eq(generations.projectId, projectId),
        eq(generations.idempotencyKey, idempotencyKey),
        eq(generations.status, 'RUNNING'),
        lt(generations.updatedAt, staleSince),
        sql`not ${generations.state} ? 'pending'`,
      ),
    );
}

export async function deleteGeneration(
  db: Database,
  { projectId, id }: Pick<GenerationRow, 'projectId' | 'id'>,
): Promise<void> {
  await db
    .delete(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.id, id)));
}

/**
 * Claims a generation that requires action, so that only one call continues it. Also claims one that was
 * claimed before `staleSince` and has not been updated since, because its process has probably ended.
 */
export async function claimGeneration(
  db: Database,
  {
    projectId,
    id,
    now,
    staleSince,
  }: { projectId: string; id: string; now: Date; staleSince: Date },
): Promise<GenerationRow | null> {
  const rows = await db
    .update(generations)
    .set({ status: 'RUNNING', updatedAt: now })
    .where(
      and(
        eq(generations.projectId, projectId),
        eq(generations.id, id),
        or(
          eq(generations.status, 'REQUIRES_ACTION'),
          and(eq(generations.status, 'RUNNING'), lt(generations.updatedAt, staleSince)),
        ),
        sql`${generations.state} ? 'pending'`,
      ),
    )
    .returning();
  return rows[0] ?? null;
}

/**
 * Deletes up to `limit` generations that ended before a time, and returns their number. A RUNNING generation
 * without calls of tools to continue with was abandoned by a process that ended.
 */
export async function deleteEnded(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { projectId, id, status, state, updatedAt } = generations;
  const ended = db
    .select({ projectId, id })
    .from(generations)
    .where(
      and(
        lt(updatedAt, before),
        or(
          inArray(status, ['COMPLETED', 'MAX_STEPS_REACHED']),
          and(eq(status, 'RUNNING'), sql`not ${state} ? 'pending'`),
        ),
      ),
    )
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .delete(generations)
    .where(sql`(${projectId}, ${id}) in (${ended})`)
    .returning({ id });
  return rows.length;
}
