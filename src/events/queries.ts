import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  lt,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import type { EventRow, NewEvent } from '../db/rows.ts';
import { horizon, isSettled } from '../db/settled-events.ts';
import { isAmong, prepared } from '../db/statements.ts';
import { events, type Metadata, projects } from '../db/tables.ts';
import type { Position } from './position.ts';

/** Takes the advisory lock with this name, and holds it until the transaction ends. */
export async function takeLock(db: Database, name: string): Promise<void> {
  const statement = prepared(db, 'take_lock', () =>
    db
      .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(${placeholder('name')}, 0))` })
      .from(sql`(values (1)) as one`),
  );
  await statement.execute({ name });
}

export function insertEvents(db: Database, rows: NewEvent[]): Promise<void> {
  return insertRows(db, events, rows);
}

/** The settled events (below the horizon) after a position, in the order of the log. */
export function selectEvents(
  db: Database,
  { projectId, after, limit }: { projectId: string; after: Position | null; limit: number },
): Promise<EventRow[]> {
  const { transaction, sequence } = after ?? START;
  const query = prepared(db, 'events', () =>
    db
      .select()
      .from(events)
      .where(
        and(
          eq(events.projectId, placeholder('projectId')),
          lt(events.transaction, horizon),
          sql`(${events.transaction}, ${events.sequence}) > (${placeholder('transaction')}::bigint, ${placeholder('sequence')}::bigint)`,
        ),
      )
      .orderBy(asc(events.transaction), asc(events.sequence))
      .limit(placeholder('limit')),
  );
  const position = { transaction: String(transaction), sequence: String(sequence) };
  return query.execute({ projectId, limit, ...position });
}

/** Precedes every event. */
const START: Position = { transaction: -1n, sequence: 0n };

/** True if there are committed events that readers cannot see until an older transaction has ended. */
export async function hasUnsettledEvents(db: Database, projectId: string): Promise<boolean> {
  const query = prepared(db, 'unsettled_events', () =>
    db
      .select({ transaction: events.transaction })
      .from(events)
      .where(and(eq(events.projectId, placeholder('projectId')), gte(events.transaction, horizon)))
      .limit(1),
  );
  return (await query.execute({ projectId })).length > 0;
}

export async function selectEvent(
  db: Database,
  projectId: string,
  at: Position,
): Promise<EventRow | null> {
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        isSettled(projectId),
        eq(events.transaction, at.transaction),
        eq(events.sequence, at.sequence),
      ),
    );
  return rows[0] ?? null;
}

/** The position of the last purged event of the project; null if none was purged. */
export async function selectPurged(db: Database, projectId: string): Promise<Position | null> {
  const rows = await db
    .select({ transaction: projects.purgedTransaction, sequence: projects.purgedSequence })
    .from(projects)
    .where(eq(projects.id, projectId));
  const { transaction = null, sequence = null } = rows[0] ?? {};
  return transaction === null || sequence === null ? null : { transaction, sequence };
}

/** The projects with settled events before a time, in the order of their ids, after the id `after`. */
export function selectProjectsToPurge(
  db: Database,
  options: { before: Date; after: string; limit: number },
): Promise<{ id: string }[]> {
  const { before, after, limit } = options;
  const old = db
    .select({ one: sql`1` })
    .from(events)
    .where(
      and(
        eq(events.projectId, projects.id),
        lt(events.createdAt, before),
        lt(events.transaction, horizon),
      ),
    );
  return db
    .select({ id: projects.id })
    .from(projects)
    .where(and(gt(projects.id, after), exists(old)))
    .orderBy(asc(projects.id))
    .limit(limit);
}

/** The position of the last settled event of a project before a time. */
export async function selectLastBefore(
  db: Database,
  projectId: string,
  before: Date,
): Promise<Position | null> {
  const rows = await db
    .select({ transaction: events.transaction, sequence: events.sequence })
    .from(events)
    .where(and(isSettled(projectId), lt(events.createdAt, before)))
    .orderBy(desc(events.transaction), desc(events.sequence))
    .limit(1);
  return rows[0] ?? null;
}

/** Deletes a project's settled events before a time. */
export async function deleteEvents(db: Database, projectId: string, before: Date): Promise<void> {
  await db.delete(events).where(and(isSettled(projectId), lt(events.createdAt, before)));
}

/** Which events are erased: those of these objects, and skipped writes with this metadata. */
export type ErasedEvents = {
  entryIds: readonly string[];
  traceIds: readonly string[];
  /** Ids of generations and jobs. */
  subjectIds: readonly string[];
  metadata: Metadata;
};

/** Deletes events of erased objects; without these, all events of the project. Returns their number. */
export async function deleteEventsForErasure(
  db: Database,
  projectId: string,
  of: ErasedEvents | null,
): Promise<number> {
  const erased = and(eq(events.projectId, projectId), of === null ? undefined : isErased(of));
  const total = await db.$count(events, erased);
  await db.delete(events).where(erased);
  return total;
}

/** Other writes with this metadata were stored, so that their events are those of erased entries. */
function isErased({ entryIds, traceIds, subjectIds, metadata }: ErasedEvents): SQL | undefined {
  const skipped = sql`exists (
    select 1 from jsonb_array_elements(${events.changes}) as change
    where change ->> 'field' = 'metadata' and ${matchesMetadata(metadata, sql`(change -> 'after')`)})`;
  return or(
    isAmong(events.entryId, entryIds),
    isAmong(events.traceId, traceIds),
    isAmong(events.subjectId, subjectIds),
    and(eq(events.type, 'ENTRY_SKIPPED'), skipped),
  );
}

/** The lowest number that the next transaction of this database can have. */
export async function selectNextTransaction(db: Database): Promise<bigint> {
  const rows = await db
    .select({ next: sql<string>`pg_snapshot_xmax(pg_current_snapshot())::text` })
    .from(sql`(values (1)) as one`);
  return BigInt(rows[0]?.next ?? 0);
}

export async function moveEventsToStart(db: Database, nextTransaction: bigint): Promise<void> {
  await db.update(events).set({ transaction: 0n }).where(gte(events.transaction, nextTransaction));
}

/** The current snapshot: the horizon, and the snapshot in PostgreSQL's format. */
export async function selectSnapshot(db: Database): Promise<{ horizon: bigint; snapshot: string }> {
  const rows = await db
    .select({ horizon, snapshot: sql<string>`pg_current_snapshot()::text` })
    .from(sql`(values (1)) as one`);
  const [row] = rows;
  if (row === undefined) throw new Error('The database answered no snapshot');
  return { horizon: BigInt(row.horizon), snapshot: row.snapshot };
}
