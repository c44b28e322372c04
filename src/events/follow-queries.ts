import {
  and,
  type Column,
  eq,
  inArray,
  isNotNull,
  or,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { Space } from '../db/embedding-space.ts';
import { limited, prepared } from '../db/prepared-queries.ts';
import { eventLogs, events } from '../db/tables/events.ts';
import { projects } from '../db/tables/projects.ts';
import type { Position } from './position.ts';
import { isLater } from './read-queries.ts';

/** Events that can change many entries at once, without an event for each of these entries. */
const WITHOUT_ENTRIES = ['DATA_ERASED', 'MEMORY_PURGED', 'MEMORY_RESTORED'] as const;

/**
 * The state of a log after a position. `isComplete` tells whether the later events name every entry that has changed
 * since. It is false if one of them does not name the entries that it changed, or if the position is not in the log: it
 * was purged, or the project was created again, or the database was restored.
 */
export type LogProgress = { head: Position; space: Space; isComplete: boolean };

/** The progress of a project's log, and the space of the project; null for a project without events. */
export async function selectLogProgress(
  db: Database,
  { projectId, after }: { projectId: string; after: Position },
): Promise<LogProgress | null> {
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
 * entries that were moved from or to any memory. Its placeholders are `projectId`, `memoryId`, `after` and
 * `maxChanged`.
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
