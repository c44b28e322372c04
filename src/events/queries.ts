import {
  and,
  asc,
  type Column,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import { inStatements, insertRows, parametersOf, placeholdersOf } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import type { EventRow, NewEvent } from '../db/rows.ts';
import { isShown } from '../db/shown-events.ts';
import {
  failUnless,
  isAmong,
  isAnyOf,
  limited,
  ONE_ROW,
  prepared,
  REUSED_PLANS,
} from '../db/statements.ts';
import { eventLogs, events, type Metadata, projects } from '../db/tables.ts';
import { type Position, START } from './position.ts';

/**
 * Takes the advisory locks with these names in their order, and holds them until the transaction ends. Without names, it locks the project
 * against erasure and deletion, as recording the events would do later. So a transaction that changes a job locks the project before the
 * job. One that locks the whole project and then enqueues a job does the same, so the two cannot deadlock.
 */
export async function takeLocks(
  db: Database,
  projectId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return lockProject(db, projectId);
  const statement = prepared(db, 'take_locks', () =>
    db
      .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(names.name, 0))` })
      .from(sql`unnest(${placeholder('names')}::text[]) as names(name)`),
  );
  await statement.execute({ names });
}

/**
 * Identifies a state of a project and of what is in it: the position of the last event of its log, and the time at which its own
 * row was last changed.
 */
export type ProjectState = Position & { updatedAt: Date };

/**
 * Locks a project against erasure and deletion, and fails (`isUnmetCondition`) unless it is in this state. Both statements are
 * sent before it returns. The second one sees what others have stored while the first one waited. Statements that follow use generic plans.
 */
export async function requireUnchanged(
  db: Database,
  projectId: string,
  { number, token, updatedAt }: ProjectState,
): Promise<void> {
  const locking = lockProject(db, projectId);
  const statement = prepared(db, 'require_unchanged', () => {
    const unchanged = db
      .select({ id: projects.id })
      .from(eventLogs)
      .innerJoin(projects, eq(projects.id, eventLogs.projectId))
      .where(
        and(
          eq(eventLogs.projectId, placeholder('projectId')),
          eq(eventLogs.lastNumber, sql`${placeholder('number')}::bigint`),
          eq(eventLogs.lastToken, sql`${placeholder('token')}::bigint`),
          eq(projects.updatedAt, placeholder('updatedAt')),
        ),
      );
    return db
      .select({ isMet: failUnless(sql`exists (${unchanged})`), ...REUSED_PLANS })
      .from(ONE_ROW);
  });
  const state = { number: String(number), token: String(token), updatedAt };
  await Promise.all([locking, statement.execute({ projectId, ...state })]);
}

/** An event without its number, which its log assigns. */
export type UnnumberedEvent = Omit<NewEvent, 'number'>;

/** The columns that the events of `transact` set, besides the number. */
const COLUMNS = Object.entries(getTableColumns(events)).filter(
  ([key]) => key !== 'number' && key !== 'isErased',
);

/**
 * Appends events of a project to its log, and returns the number of the last one. Other transactions that
 * append events of the project wait until this one has ended, so nothing must be awaited behind it but the
 * COMMIT. All statements are sent before it returns.
 *
 * The project is locked against erasure and deletion before its log is, since those who lock the project also
 * append events.
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
 * Gives events their numbers, before `insertEvents` stores them. A distributed database needs two statements, since each can
 * write to one table only. The log stays locked until the commit.
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
  if (log === undefined) throw new Error('The log answered no number');
  const first = log.lastNumber - BigInt(rows.length) + 1n;
  return rows.map((row, i) => ({ ...row, number: first + BigInt(i) }));
}

/** Stores events that have their numbers. */
export async function insertEvents(db: Database, rows: NewEvent[]): Promise<void> {
  await insertRows(db, events, rows);
}

/** Locks a project against erasure and deletion until the transaction ends. */
async function lockProject(db: Database, projectId: string): Promise<void> {
  await prepared(db, 'lock_project', () => lockedProject(db)).execute({ projectId });
}

/** A query that locks the project `projectId` against erasure and deletion. */
function lockedProject(db: Database) {
  return db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, placeholder('projectId')))
    .for('key share');
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

/** The events from a number on, in the order of the log, including erased ones. */
export function selectEvents(
  db: Database,
  { projectId, from, limit }: { projectId: string; from: bigint; limit: number },
): Promise<EventRow[]> {
  const query = prepared(db, 'events', () =>
    db
      .select()
      .from(events)
      .where(
        and(
          eq(events.projectId, placeholder('projectId')),
          gte(events.number, sql`${placeholder('from')}::bigint`),
        ),
      )
      .orderBy(asc(events.number))
      .limit(placeholder('limit')),
  );
  return query.execute({ projectId, limit, from: String(from) });
}

/** The event at a position; null if there is none, or it was erased. */
export async function selectEvent(
  db: Database,
  projectId: string,
  { number, token }: Position,
): Promise<EventRow | null> {
  const rows = await db
    .select()
    .from(events)
    .where(and(isShown(projectId), eq(events.number, number), eq(events.token, token)));
  return rows[0] ?? null;
}

/** The token of the event with a number, including an erased one; null if there is none. */
export async function selectTokenAt(
  db: Database,
  projectId: string,
  number: bigint,
): Promise<bigint | null> {
  const rows = await db
    .select({ token: events.token })
    .from(events)
    .where(and(eq(events.projectId, projectId), eq(events.number, number)));
  return rows[0]?.token ?? null;
}

/** The position of the last event of a log, and of the last one that was purged; null if none was. */
export type LogEnds = { head: Position; purged: Position | null };

export async function selectLog(db: Database, projectId: string): Promise<LogEnds> {
  const rows = await db.select().from(eventLogs).where(eq(eventLogs.projectId, projectId));
  const [log] = rows;
  if (log === undefined) return { head: START, purged: null };
  const { lastNumber, lastToken, purgedNumber: number, purgedToken: token } = log;
  const purged = number === null || token === null ? null : { number, token };
  return { head: { number: lastNumber, token: lastToken }, purged };
}

/** The last numbers of logs; those of projects without events are left out. */
export function selectLastNumbers(
  db: Database,
  projectIds: readonly string[],
): Promise<{ projectId: string; lastNumber: bigint }[]> {
  const query = prepared(db, 'last_numbers', () =>
    db
      .select({ projectId: eventLogs.projectId, lastNumber: eventLogs.lastNumber })
      .from(eventLogs)
      .where(isAnyOf(eventLogs.projectId, 'projectIds')),
  );
  return query.execute({ projectIds });
}

/** Condition for the events of the project `projectId` after the number `after`, which are placeholders. */
const isLater = and(
  eq(events.projectId, placeholder('projectId')),
  gt(events.number, sql`${placeholder('after')}::bigint`),
);

/** Events that can change many entries at once, without an event for each of these entries. */
const WITHOUT_ENTRIES = ['DATA_ERASED', 'MEMORY_PURGED', 'MEMORY_RESTORED'] as const;

/**
 * What has been added to a log after a position. `isComplete` tells whether the later events name every entry that has changed since.
 * It is false if one of them does not name what it changed, or if the position is not in the log: later events were purged, or the
 * project was made again, or the database restored.
 */
export type Progress = { head: Position; space: Space; isComplete: boolean };

/** The progress of a project's log, and the space of the project; null for a project without events. */
export async function selectProgress(
  db: Database,
  { projectId, after }: { projectId: string; after: Position },
): Promise<Progress | null> {
  const query = prepared(db, 'progress', () => {
    const exists = (condition: SQL | undefined) =>
      sql`exists (${db.select({ number: events.number }).from(events).where(condition)})`;
    const ofProject = eq(events.projectId, placeholder('projectId'));
    const isAt = (number: Column, token: Column) =>
      sql`(${number} = ${placeholder('after')}::bigint and ${token} = ${placeholder('token')}::bigint)`;
    const isKept = exists(and(ofProject, isAt(events.number, events.token)));
    const isLastPurged = isAt(eventLogs.purgedNumber, eventLogs.purgedToken);
    const isUnnamed = exists(and(isLater, inArray(events.type, WITHOUT_ENTRIES)));
    return db
      .select({
        head: { number: eventLogs.lastNumber, token: eventLogs.lastToken },
        space: { model: projects.embeddingModel, dimensions: projects.embeddingDimensions },
        isComplete: sql<boolean>`(${isKept} or coalesce(${isLastPurged}, false)) and not ${isUnnamed}`,
      })
      .from(eventLogs)
      .innerJoin(projects, eq(projects.id, eventLogs.projectId))
      .where(eq(eventLogs.projectId, placeholder('projectId')));
  });
  const { number, token } = after;
  const [progress] = await query.execute({
    projectId,
    after: String(number),
    token: String(token),
  });
  return progress ?? null;
}

/**
 * A query for the ids of at most `max` entries that have an event after the number `after`: entries of the memory, and
 * entries that were moved from or to any memory. Its placeholders are `projectId`, `memoryId`, `after` and `maxChanged`.
 */
export function selectChangedIds(db: Database, max: number): SQL {
  const ofMemory = eq(events.memoryId, placeholder('memoryId'));
  return selectChanged(db, max, or(ofMemory, eq(events.type, 'ENTRY_MOVED')));
}

/** The same for the entries of all memories, without the placeholder `memoryId`. */
export function selectChangedInProject(db: Database, max: number): SQL {
  return selectChanged(db, max, undefined);
}

function selectChanged(db: Database, max: number, condition: SQL | undefined): SQL {
  const changed = db
    .selectDistinct({ entryId: events.entryId })
    .from(events)
    .where(and(isLater, condition, isNotNull(events.entryId)));
  return limited(sql`${changed}`, 'maxChanged', max);
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
 * The position of the last event to purge; null if there is none. The purge ends before the first event that was recorded at `before`
 * or later, and keeps all events from there on, even those with an earlier time, so that a log never has gaps.
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

/** Blanks the events of erased objects; without these, all events of the project. Returns their number. */
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

/** What is left of an erased event, beside its position and time. */
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

/** Condition for the events of erased objects. Writes with the metadata that were not skipped have events of erased entries. */
function isOfErased({ entryIds, traceIds, subjectIds, metadata }: ErasedEvents): SQL | undefined {
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
