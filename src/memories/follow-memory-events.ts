import { z } from 'zod';
import type { App } from '../app.ts';
import type { EventRow } from '../db/rows.ts';
import { EVENT_TYPES } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import { followEvents } from '../events/follow-events.ts';
import { hasEventsOf } from '../events/list-events.ts';
import { checkInput } from '../input.ts';
import { renewAccess } from '../projects/authenticate.ts';
import type { Caller, Viewer } from '../projects/viewer.ts';
import { findMemories } from './memories.ts';
import { globsInput, tagMatcher } from './tags.ts';

const eventsInput = z.object({
  memoryIds: z.array(z.string()).max(500, 'must hold at most 500 ids').nullish(),
  memoryTags: globsInput.nullish(),
  types: z.array(z.enum(EVENT_TYPES)).nullish(),
  after: z.string().nullish(),
});

/**
 * Streams the events of some or all memories of the project, as long as the viewer's API key is valid.
 * @throws BAD_USER_INPUT, CURSOR_EXPIRED, NOT_FOUND (a memory that the project never had)
 */
export async function followMemoryEvents(
  app: App,
  { caller, viewer }: { caller: Caller; viewer: Viewer },
  input: unknown,
): Promise<AsyncGenerator<EventRow>> {
  const { after, ...wanted } = checkInput(eventsInput, input);
  await requireKnown(app, caller.project.id, wanted.memoryIds ?? []);
  return followEvents(app, {
    projectId: caller.project.id,
    after: after ?? null,
    isWanted: wantedEvents(wanted),
    checkAccess: renewAccess(app, viewer, caller.project.id),
  });
}

/**
 * Accepts deleted memories that have events, since a resumed subscription can name them.
 * @throws NOT_FOUND
 */
async function requireKnown(app: App, projectId: string, memoryIds: string[]): Promise<void> {
  const present = new Set((await findMemories(app, projectId, memoryIds)).map(({ id }) => id));
  for (const id of memoryIds.filter((memoryId) => !present.has(memoryId))) {
    if (!(await hasEventsOf(app, projectId, id))) throw notFound('memory', id);
  }
}

/** A filter for events of any of the ids or tags; of all memories if both are omitted. */
function wantedEvents({
  memoryIds,
  memoryTags,
  types,
}: Omit<z.infer<typeof eventsInput>, 'after'>): (event: EventRow) => boolean {
  const ids = new Set<string | null>(memoryIds);
  const matchesTag = tagMatcher(memoryTags ?? []);
  const isEveryMemory = !memoryIds && !memoryTags;
  return (event) =>
    event.memoryId !== null &&
    (!types || types.includes(event.type)) &&
    (isEveryMemory || ids.has(event.memoryId) || event.memoryTags.some(matchesTag));
}
