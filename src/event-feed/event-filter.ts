import { z } from 'zod';
import { findAgents } from '../agents/agents.ts';
import type { App } from '../app.ts';
import { isUnrestricted } from '../db/entry-conditions.ts';
import type { EventRow } from '../db/rows.ts';
import type { EventType } from '../db/tables/events.ts';
import { findEntries } from '../entries/entries.ts';
import { notFound } from '../errors.ts';
import { checkInput, textInput, timeInput } from '../input.ts';
import { findMemories } from '../memories/memories.ts';
import { type KnowledgeScope, scopeInput } from '../memories/scope.ts';
import { tagMatcher } from '../memories/tags.ts';
import { findTraces } from '../traces/traces.ts';
import { type EventObject, selectIdsInLog, selectMatchingIds } from './queries.ts';

export const MAX_FILTER_IDS = 500;

const idsInput = z
  .array(textInput)
  .max(MAX_FILTER_IDS, `must hold at most ${MAX_FILTER_IDS} ids`)
  .nullish()
  .transform((ids) => ids ?? null);

const optionalTime = timeInput.nullish().transform((time) => time ?? null);

/** The arguments of the query and the subscription `events` that select events. */
export type FilterArguments = Partial<
  Record<
    | 'scope'
    | 'types'
    | 'entryIds'
    | 'agentIds'
    | 'traceIds'
    | 'actorIds'
    | 'createdAfter'
    | 'createdBefore',
    unknown
  >
>;

/** The conditions for the events that are read. Null does not restrict; an empty list matches nothing. */
export type EventFilter = {
  /** Null for no scope, which includes events without a memory. */
  scope: KnowledgeScope | null;
  types: EventType[] | null;
  entryIds: string[] | null;
  agentIds: string[] | null;
  traceIds: string[] | null;
  /** Ids of actors. They are not checked, because the actors of OAuth tokens are not stored. */
  actorIds: string[] | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
};

/**
 * The filter of the arguments. The objects that it names must exist in the project or have events in its log,
 * since a resumed subscription can name deleted objects.
 * @throws BAD_USER_INPUT, NOT_FOUND
 */
export async function readFilter(
  app: App,
  projectId: string,
  given: FilterArguments,
): Promise<EventFilter> {
  const scope = given.scope ? checkInput(scopeInput, given.scope, 'scope') : null;
  const filter: EventFilter = {
    scope,
    // GraphQL has checked that these are event types.
    types: given.types ? [...new Set(given.types as EventType[])] : null,
    entryIds: checkInput(idsInput, given.entryIds, 'entryIds'),
    agentIds: checkInput(idsInput, given.agentIds, 'agentIds'),
    traceIds: checkInput(idsInput, given.traceIds, 'traceIds'),
    actorIds: checkInput(idsInput, given.actorIds, 'actorIds'),
    createdAfter: checkInput(optionalTime, given.createdAfter, 'createdAfter'),
    createdBefore: checkInput(optionalTime, given.createdBefore, 'createdBefore'),
  };
  await requireKnown(app, projectId, filter);
  return filter;
}

type Find = (app: App, projectId: string, ids: readonly string[]) => Promise<{ id: string }[]>;

/** @throws NOT_FOUND for an object that the project never had */
async function requireKnown(app: App, projectId: string, filter: EventFilter): Promise<void> {
  const { scope, entryIds, agentIds, traceIds } = filter;
  const named: [EventObject, readonly string[] | null | undefined, Find][] = [
    ['memory', scope?.memoryIds, findMemories],
    ['entry', entryIds, findEntries],
    ['agent', agentIds, findAgents],
    ['trace', traceIds, findTraces],
  ];
  for (const [what, ids, find] of named) {
    if (!ids || ids.length === 0) continue;
    const present = new Set((await find(app, projectId, ids)).map(({ id }) => id));
    const absent = ids.filter((id) => !present.has(id));
    if (absent.length === 0) continue;
    const inLog = await selectIdsInLog(app.db, projectId, { what, ids: absent });
    const unknown = absent.find((id) => !inLog.has(id));
    if (unknown !== undefined) throw notFound(what, unknown);
  }
}

/** Selects the events of a batch that pass the filter, with one query if the scope has conditions on entries. */
export function eventSelector(
  app: App,
  projectId: string,
  filter: EventFilter,
): (events: EventRow[]) => Promise<EventRow[]> {
  const passes = fieldMatcher(filter);
  const conditions = filter.scope?.conditions;
  return async (events) => {
    const passing = events.filter(passes);
    if (!conditions || isUnrestricted(conditions)) return passing;
    const entryIds = [...new Set(passing.flatMap(({ entryId }) => entryId ?? []))];
    if (entryIds.length === 0) return [];
    const matching = await selectMatchingIds(app.db, projectId, { entryIds, conditions });
    return passing.filter(({ entryId }) => entryId !== null && matching.has(entryId));
  };
}

/** Returns a function that tests all parts of a filter except the conditions on entries. */
function fieldMatcher(filter: EventFilter): (event: EventRow) => boolean {
  const { scope } = filter;
  const isType = matcherOf<EventType>(filter.types);
  const isEntry = matcherOf(filter.entryIds);
  const isAgent = matcherOf(filter.agentIds);
  const isTrace = matcherOf(filter.traceIds);
  const isActor = matcherOf(filter.actorIds);
  const isEveryMemory = !scope?.memoryIds && !scope?.memoryTags;
  const isMemory = matcherOf(scope?.memoryIds ?? []);
  const matchesTag = tagMatcher(scope?.memoryTags ?? []);
  return (event) =>
    isType(event.type) &&
    isEntry(event.entryId) &&
    isAgent(event.agentId) &&
    isTrace(event.traceId) &&
    isActor(event.actor) &&
    (scope === null || event.memoryId !== null) &&
    (isEveryMemory || isMemory(event.memoryId) || event.memoryTags.some(matchesTag));
}

function matcherOf<T extends string>(wanted: readonly T[] | null): (value: T | null) => boolean {
  if (wanted === null) return () => true;
  const values = new Set<T | null>(wanted);
  return (value) => values.has(value);
}
