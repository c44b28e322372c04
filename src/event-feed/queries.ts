import {
  and,
  count,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { type EntryConditions, isUnrestricted, meets } from '../db/entry-conditions.ts';
import { hasAnyTag } from '../db/match-tags.ts';
import type { Order, Slice } from '../db/page.ts';
import type { EventRow } from '../db/rows.ts';
import { isShown } from '../db/shown-events.ts';
import { entries } from '../db/tables/entries.ts';
import { events } from '../db/tables/events.ts';
import { encodePosition, requirePosition } from '../events/position.ts';
import type { EventFilter } from './event-filter.ts';

const OBJECT_COLUMNS = {
  memory: events.memoryId,
  entry: events.entryId,
  agent: events.agentId,
  trace: events.traceId,
} as const;

export type EventObject = keyof typeof OBJECT_COLUMNS;

/** Those of the given ids whose objects have events in the project's log. */
export async function selectIdsInLog(
  db: Database,
  projectId: string,
  { what, ids }: { what: EventObject; ids: string[] },
): Promise<Set<string | null>> {
  const column = OBJECT_COLUMNS[what];
  const rows = await db
    .selectDistinct({ id: column })
    .from(events)
    .where(and(isShown(projectId), inArray(column, ids)));
  return new Set(rows.map(({ id }) => id));
}

/** The tags that memories had at the times of the project's events. */
export async function selectTagsInLog(db: Database, projectId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ tags: events.memoryTags })
    .from(events)
    .where(isShown(projectId));
  return [...new Set(rows.flatMap(({ tags }) => tags))];
}

/** Those of the given ids whose entries meet the conditions. */
export async function selectMatchingIds(
  db: Database,
  projectId: string,
  { entryIds, conditions }: { entryIds: string[]; conditions: EntryConditions },
): Promise<Set<string>> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.projectId, projectId), inArray(entries.id, entryIds), meets(conditions)));
  return new Set(rows.map(({ id }) => id));
}

/** The order of the log. The cursors are the ids of the events. */
export function logOrder(direction: Order<EventRow>['direction']): Order<EventRow> {
  return {
    name: 'events',
    direction,
    keys: [{ expression: events.number, type: 'bigint', of: (row) => String(row.number) }],
    cursors: {
      of: encodePosition,
      valuesOf: (cursor, path) => [String(requirePosition(cursor, path).number)],
    },
  };
}

/** A filter in a project, with the tags that match the globs of its scope; null without globs. */
export type FilterInProject = { projectId: string; filter: EventFilter; anyTag: string[] | null };

export function selectEventPage(
  db: Database,
  filter: FilterInProject,
  { where, orderBy, limit }: Slice,
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(and(passes(db, filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countEvents(db: Database, filter: FilterInProject): Promise<number> {
  const rows = await db.select({ total: count() }).from(events).where(passes(db, filter));
  return rows[0]?.total ?? 0;
}

/** Condition for the events that pass a filter. */
function passes(db: Database, { projectId, filter, anyTag }: FilterInProject): SQL | undefined {
  const { scope, types, entryIds, agentIds, traceIds, actorIds } = filter;
  const { createdAfter, createdBefore } = filter;
  return and(
    isShown(projectId),
    types ? inArray(events.type, types) : undefined,
    entryIds ? inArray(events.entryId, entryIds) : undefined,
    agentIds ? inArray(events.agentId, agentIds) : undefined,
    traceIds ? inArray(events.traceId, traceIds) : undefined,
    actorIds ? inArray(events.actor, actorIds) : undefined,
    createdAfter ? gte(events.createdAt, createdAfter) : undefined,
    createdBefore ? lt(events.createdAt, createdBefore) : undefined,
    scope ? isNotNull(events.memoryId) : undefined,
    scope?.memoryIds || anyTag
      ? or(
          inArray(events.memoryId, scope?.memoryIds ?? []),
          hasAnyTag(events.memoryTags, anyTag ?? []),
        )
      : undefined,
    scope && !isUnrestricted(scope.conditions) ? concerns(db, scope.conditions) : undefined,
  );
}

/** Condition for events of an entry that meets the conditions now. */
function concerns(db: Database, conditions: EntryConditions): SQL {
  const entry = db
    .select({ one: sql`1` })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, events.projectId),
        eq(entries.id, events.entryId),
        meets(conditions),
      ),
    );
  return exists(entry);
}
