import { and, eq, getTableColumns, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { PageOfAll } from '../batches.ts';
import type { Database } from '../db/database.ts';
import { deleteOld } from '../db/delete-old.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { GenerationRow } from '../db/rows.ts';
import { byIdAndProject, isAfter } from '../db/rows-of-all.ts';
import { generations } from '../db/tables/agents.ts';
import type { Metadata } from '../db/tables/columns.ts';

/** All columns except the state, which can have several megabytes and is read only on demand. */
export const { state: _, ...withoutState } = getTableColumns(generations);

type GenerationName = Pick<GenerationRow, 'projectId' | 'id'>;
type GenerationWithState = GenerationRow & { state: unknown };

function isGeneration({ projectId, id }: GenerationName): SQL | undefined {
  return and(eq(generations.projectId, projectId), eq(generations.id, id));
}

export function insertGeneration(db: Database, row: GenerationWithState): Promise<void> {
  return insertRows(db, generations, [row]);
}

export function selectStates(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<{ id: string; state: unknown }[]> {
  return db
    .select({ id: generations.id, state: generations.state })
    .from(generations)
    .where(and(eq(generations.projectId, projectId), inArray(generations.id, [...ids])));
}

export async function selectGenerationByKey(
  db: Database,
  projectId: string,
  key: string,
): Promise<GenerationWithState | null> {
  const rows = await db
    .select()
    .from(generations)
    .where(and(eq(generations.projectId, projectId), eq(generations.idempotencyKey, key)));
  return rows[0] ?? null;
}

export async function selectGeneration(
  db: Database,
  name: GenerationName,
): Promise<GenerationWithState | null> {
  const rows = await db.select().from(generations).where(isGeneration(name));
  return rows[0] ?? null;
}

/** The generation, locked until the transaction ends. */
export async function lockGeneration(
  db: Database,
  name: GenerationName,
): Promise<GenerationWithState | null> {
  const rows = await db.select().from(generations).where(isGeneration(name)).for('update');
  return rows[0] ?? null;
}

/** Changes a generation. Returns null unless it has the status `from` and has not changed since `unchangedSince`. */
export async function updateGeneration(
  db: Database,
  {
    from,
    unchangedSince,
    ...name
  }: GenerationName & { from: GenerationRow['status']; unchangedSince?: Date | undefined },
  values: Partial<GenerationWithState>,
): Promise<GenerationRow | null> {
  const rows = await db
    .update(generations)
    .set(values)
    .where(
      and(
        isGeneration(name),
        eq(generations.status, from),
        unchangedSince && lt(generations.updatedAt, unchangedSince),
      ),
    )
    .returning(withoutState);
  return rows[0] ?? null;
}

/** The status and the time of the last change of generations, for the process that runs them. */
export function selectProgress(
  db: Database,
  { projectIds, ids }: { projectIds: readonly string[]; ids: readonly string[] },
): Promise<Pick<GenerationRow, 'id' | 'status' | 'updatedAt'>[]> {
  return db
    .select({
      id: generations.id,
      status: generations.status,
      updatedAt: generations.updatedAt,
    })
    .from(generations)
    .where(and(inArray(generations.projectId, [...projectIds]), inArray(generations.id, [...ids])));
}

/** Sets the time of the last change of generations that are still running. */
export async function touchRunning(
  db: Database,
  { projectIds, ids }: { projectIds: readonly string[]; ids: readonly string[] },
  now: Date,
): Promise<void> {
  await db
    .update(generations)
    .set({ updatedAt: now })
    .where(
      and(
        inArray(generations.projectId, [...projectIds]),
        inArray(generations.id, [...ids]),
        eq(generations.status, 'RUNNING'),
      ),
    );
}

/**
 * Takes the idempotency key from the generation of an earlier call whose process ended early. `endAbandoned` ends that
 * generation.
 */
export async function releaseStaleKey(
  db: Database,
  { projectId, idempotencyKey }: { projectId: string; idempotencyKey: string },
  staleSince: Date,
): Promise<void> {
  await db
    .update(generations)
    .set({ idempotencyKey: null, requestHash: null })
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

/**
 * Claims a generation that requires action, so that only one call continues it. Also claims one that was claimed before
 * `staleSince` and has not been updated since, because its process has probably ended. Claims none that has changed
 * since `lastChange`, the time of the state that the caller has read.
 */
export async function claimGeneration(
  db: Database,
  {
    now,
    staleSince,
    lastChange,
    ...name
  }: GenerationName & { now: Date; staleSince: Date; lastChange: Date },
): Promise<GenerationRow | null> {
  const rows = await db
    .update(generations)
    .set({ status: 'RUNNING', updatedAt: now })
    .where(
      and(
        isGeneration(name),
        eq(generations.updatedAt, lastChange),
        or(
          eq(generations.status, 'REQUIRES_ACTION'),
          and(eq(generations.status, 'RUNNING'), lt(generations.updatedAt, staleSince)),
        ),
        sql`${generations.state} ? 'pending'`,
      ),
    )
    .returning(withoutState);
  return rows[0] ?? null;
}

/** A RUNNING generation whose process has ended. One with pending calls of tools can be continued again. */
export type AbandonedGeneration = GenerationRow & { canContinue: boolean };

/** A page of the RUNNING generations that no process has touched since a time. */
export function selectAbandoned(
  db: Database,
  { staleSince, after, limit }: PageOfAll & { staleSince: Date },
): Promise<AbandonedGeneration[]> {
  const isAbandoned = and(eq(generations.status, 'RUNNING'), lt(generations.updatedAt, staleSince));
  return db
    .select({ ...withoutState, canContinue: sql<boolean>`${generations.state} ? 'pending'` })
    .from(generations)
    .where(and(isAbandoned, isAfter(generations, after)))
    .orderBy(...byIdAndProject(generations))
    .limit(limit);
}

/**
 * Deletes up to `limit` generations that ended before a time, and returns their number. Generations that
 * `continueGeneration` can continue are kept. So a RUNNING generation is deleted only if it has no pending calls of
 * tools (its process has ended), and one that requires action only if it is stateless.
 */
export function deleteEnded(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { id, status, state, updatedAt } = generations;
  const isOld = and(
    lt(updatedAt, before),
    or(
      inArray(status, ['COMPLETED', 'MAX_STEPS_REACHED', 'FAILED', 'CANCELLED']),
      and(eq(status, 'RUNNING'), sql`not ${state} ? 'pending'`),
      and(eq(status, 'REQUIRES_ACTION'), sql`${state} ? 'isStateless'`),
    ),
  );
  return deleteOld(db, { table: generations, key: [id], isOld }, limit);
}

/** Deletes the generations of these traces, and those whose metadata matches. Returns their ids. */
export async function deleteGenerationsOf(
  db: Database,
  projectId: string,
  { traceIds, metadata }: { traceIds: readonly string[]; metadata: Metadata },
): Promise<string[]> {
  const given = sql`(${generations.state} -> 'metadata')`;
  const rows = await db
    .delete(generations)
    .where(
      and(
        eq(generations.projectId, projectId),
        or(isAmong(generations.traceId, traceIds), matchesMetadata(metadata, given)),
      ),
    )
    .returning({ id: generations.id });
  return rows.map(({ id }) => id);
}

/**
 * Removes entries from the states of generations: from the entries shown to the model and from those that it wrote.
 * Returns the ids of the traces of these generations. Some of these traces can have been deleted.
 */
export async function removeFromGenerations(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const { state } = generations;
  const isShown = isAmong(sql`(item ->> 'entryId')`, entryIds);
  const isWritten = isAmong(sql`(item -> 'entry' ->> 'id')`, entryIds);
  const itemsOf = (name: string) =>
    sql`jsonb_array_elements(${state} -> ${name}::text) with ordinality as list(item, place)`;
  const without = (name: string, path: string) =>
    sql`lorebase_without(${state} -> ${name}::text, ${path}::text[], ${sql.param([...entryIds])}::text[])`;
  const rows = await db
    .update(generations)
    .set({
      state: sql`jsonb_set(jsonb_set(${state}, '{shown}', ${without('shown', '{entryId}')}),
        '{writes}', ${without('writes', '{entry,id}')})`,
    })
    .where(
      and(
        eq(generations.projectId, projectId),
        sql`(exists (select 1 from ${itemsOf('shown')} where ${isShown})
          or exists (select 1 from ${itemsOf('writes')} where ${isWritten}))`,
      ),
    )
    .returning({ traceId: generations.traceId });
  return rows.flatMap(({ traceId }) => traceId ?? []);
}
