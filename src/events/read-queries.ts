import { and, asc, eq, gt, gte, placeholder, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isAnyOf, prepared } from '../db/prepared-queries.ts';
import type { EventRow } from '../db/rows.ts';
import { isShown } from '../db/shown-events.ts';
import { eventLogs, events } from '../db/tables/events.ts';
import { type Position, START } from './position.ts';

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
export const isLater = and(
  eq(events.projectId, placeholder('projectId')),
  gt(events.number, sql`${placeholder('after')}::bigint`),
);
