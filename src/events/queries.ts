import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { inStatements, insertRows, parametersOf, placeholdersOf } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { isAmong, prepared } from '../db/prepared-queries.ts';
import type { NewEvent } from '../db/rows.ts';
import { isShown } from '../db/shown-events.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { entries } from '../db/tables/entries.ts';
import { eventLogs, events } from '../db/tables/events.ts';
import { lockedProject } from './lock-queries.ts';
import type { Position } from './position.ts';

/** An event without its number, which its log assigns. */
export type UnnumberedEvent = Omit<NewEvent, 'number'>;

/** The columns that the events of `transact` set, besides the number. */
const COLUMNS = Object.entries(getTableColumns(events)).filter(
  ([key]) => key !== 'number' && key !== 'isErased',
);

/**
 * Appends events of a project to its log, and returns the number of the last one. Other transactions that append events
 * of the project wait until this one has ended, so only COMMIT may follow. It sends all its statements before it
 * returns.
 *
 * The project is locked against erasure and deletion before its log is locked, because an erasure or deletion takes its
 * locks in this order.
 */
export async function appendEvents(
  db: Database,
  projectId: string,
  rows: readonly UnnumberedEvent[],
): Promise<bigint> {
  const numbers = await Promise.all(inStatements(rows, (some) => appendSome(db, projectId, some)));
  return numbers.flat().reduce((last, { number }) => (number > last ? number : last), 0n);
}

function appendSome(db: Database, projectId: string, rows: readonly UnnumberedEvent[]) {
  const statement = prepared(db, `append_events_${rows.length}`, () => {
    const project = db.$with('project').as(lockedProject(db));
    const id = sql`coalesce((select ${project.id} from ${project}), ${placeholder('projectId')})`;
    const log = db.$with('log').as(advanceLog(db, id, rows.length));
    const values = rows.map((_, i) => ({
      ...placeholdersOf(COLUMNS, i),
      number: sql`(select ${log.lastNumber} from ${log}) - ${sql.raw(String(rows.length - 1 - i))}`,
    }));
    // The placeholders are those of all columns, which their type does not say.
    const inserted = values as unknown as PgInsertValue<typeof events>[];
    return db
      .with(project, log)
      .insert(events)
      .values(inserted)
      .returning({ number: events.number });
  });
  const lastToken = String(rows.at(-1)?.token);
  return statement.execute({ projectId, lastToken, ...parametersOf(COLUMNS, rows) });
}

/**
 * Gives events their numbers, before `insertEvents` stores them. A distributed database needs two statements, because
 * each can write to one table only. The log stays locked until the commit.
 */
export async function numberEvents(
  db: Database,
  projectId: string,
  rows: readonly UnnumberedEvent[],
): Promise<NewEvent[]> {
  if (rows.length === 0) return [];
  const lastToken = String(rows.at(-1)?.token);
  const locking = lockedProject(db).execute({ projectId });
  const advancing = advanceLog(db, sql`${projectId}`, rows.length).execute({ lastToken });
  const [[log]] = await Promise.all([advancing, locking]);
  if (log === undefined) throw new Error('The log returned no number');
  const first = log.lastNumber - BigInt(rows.length) + 1n;
  return rows.map((row, i) => ({ ...row, number: first + BigInt(i) }));
}

/** Stores events that have their numbers. */
export async function insertEvents(db: Database, rows: NewEvent[]): Promise<void> {
  await insertRows(db, events, rows);
}

/** A statement that takes the next numbers of a log, and stores the token `lastToken` of its last event. */
function advanceLog(db: Database, projectId: SQL, count: number) {
  const lastNumber = sql`${sql.raw(String(count))}::bigint`;
  return db
    .insert(eventLogs)
    .values({ projectId, lastNumber, lastToken: sql`${placeholder('lastToken')}` })
    .onConflictDoUpdate({
      target: eventLogs.projectId,
      set: {
        lastNumber: sql`${eventLogs.lastNumber} + excluded.last_number`,
        lastToken: sql`excluded.last_token`,
      },
    })
    .returning({ lastNumber: eventLogs.lastNumber });
}

/** The logs whose first event is from before a time, in the order of their ids, after the id `after`. */
export function selectLogsToPurge(
  db: Database,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<{ projectId: string }[]> {
  const isFirst = sql`${events.number} = coalesce(${eventLogs.purgedNumber}, 0) + 1`;
  return db
    .select({ projectId: eventLogs.projectId })
    .from(eventLogs)
    .innerJoin(events, and(eq(events.projectId, eventLogs.projectId), isFirst))
    .where(and(gt(eventLogs.projectId, after), lt(events.createdAt, before)))
    .orderBy(asc(eventLogs.projectId))
    .limit(limit);
}

/**
 * The position of the last event to purge; null if there is none. The purge ends before the first event that was
 * recorded at `before` or later, and keeps all events from there on, even those with an earlier time, so that a log
 * never has gaps.
 */
export async function selectLastToPurge(
  db: Database,
  projectId: string,
  before: Date,
): Promise<Position | null> {
  const ofProject = eq(events.projectId, projectId);
  const [kept] = await db
    .select({ number: events.number })
    .from(events)
    .where(and(ofProject, gte(events.createdAt, before)))
    .orderBy(asc(events.number))
    .limit(1);
  const [last] = await db
    .select({ number: events.number, token: events.token })
    .from(events)
    .where(and(ofProject, kept ? lt(events.number, kept.number) : lt(events.createdAt, before)))
    .orderBy(desc(events.number))
    .limit(1);
  return last ?? null;
}

export async function deleteEventsThrough(
  db: Database,
  projectId: string,
  number: bigint,
): Promise<void> {
  await db.delete(events).where(and(eq(events.projectId, projectId), lte(events.number, number)));
}

/** Records the last purged event of a log, unless a later one was purged meanwhile. */
export async function markPurged(
  db: Database,
  projectId: string,
  { number, token }: Position,
): Promise<void> {
  const isEarlier = or(isNull(eventLogs.purgedNumber), lt(eventLogs.purgedNumber, number));
  await db
    .update(eventLogs)
    .set({ purgedNumber: number, purgedToken: token })
    .where(and(eq(eventLogs.projectId, projectId), isEarlier));
}

/** Which events are erased: those of these objects, and skipped writes with this metadata. */
export type ErasedEvents = {
  entryIds: readonly string[];
  traceIds: readonly string[];
  /** Ids of generations and jobs. */
  subjectIds: readonly string[];
  metadata: Metadata;
};

/**
 * Blanks the events of erased objects or, without `erased`, all events of the project. Returns their number. A blanked
 * event keeps its position and its time, so that cursors stay valid; a purge, in contrast, expires older cursors.
 */
export async function blankEvents(
  db: Database,
  projectId: string,
  of: ErasedEvents | null,
): Promise<number> {
  const erased = and(isShown(projectId), of === null ? undefined : isOfErased(of));
  const total = await db.$count(events, erased);
  await db.update(events).set(BLANK).where(erased);
  return total;
}

/** The values of an erased event, which keeps only its position and time. */
const BLANK = {
  isErased: true,
  type: 'DATA_ERASED',
  memoryId: null,
  memoryTags: [],
  entryId: null,
  traceId: null,
  agentId: null,
  subjectId: null,
  changes: [],
  actor: '',
} as const satisfies Partial<NewEvent>;

/**
 * Condition for the events of erased objects. Writes with the metadata that were not skipped have events of erased
 * entries.
 */
function isOfErased({ entryIds, traceIds, subjectIds, metadata }: ErasedEvents): SQL | undefined {
  return or(
    isAmong(events.entryId, entryIds),
    isAmong(events.traceId, traceIds),
    isAmong(events.subjectId, subjectIds),
    and(eq(events.type, 'ENTRY_SKIPPED'), changesMetadata(metadata, 'after')),
  );
}

/** Condition for the events that have this metadata before or after their change. */
function changesMetadata(metadata: Metadata, ...sides: ('before' | 'after')[]): SQL {
  const matches = sides.map((side) => matchesMetadata(metadata, sql`(change -> ${side}::text)`));
  return sql`exists (
    select 1 from jsonb_array_elements(${events.changes}) as change
    where change ->> 'field' = 'metadata' and ${or(...matches)})`;
}

/**
 * Ids of the entries that are permanently deleted, and had this metadata according to their events. The metadata of a
 * skipped write is not that of its entry.
 */
export async function selectPurgedWithMetadata(
  db: Database,
  projectId: string,
  metadata: Metadata,
): Promise<string[]> {
  const stored = db
    .select({ one: sql`1` })
    .from(entries)
    .where(and(eq(entries.projectId, events.projectId), eq(entries.id, events.entryId)));
  const rows = await db
    .selectDistinct({ entryId: events.entryId })
    .from(events)
    .where(
      and(
        isShown(projectId),
        ne(events.type, 'ENTRY_SKIPPED'),
        isNotNull(events.entryId),
        notExists(stored),
        changesMetadata(metadata, 'before', 'after'),
      ),
    );
  return rows.flatMap(({ entryId }) => entryId ?? []);
}
