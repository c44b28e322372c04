import type { App } from '../app.ts';
import { type Order, type Page, type PageRequest, readPage } from '../db/page.ts';
import type { EventRow } from '../db/rows.ts';
import { readHead } from '../events/read-events.ts';
import { startPosition } from '../events/start-position.ts';
import { tagMatcher } from '../memories/tags.ts';
import { type FilterArguments, readFilter } from './event-filter.ts';
import { countEvents, logOrder, selectEventPage, selectTagsInLog } from './queries.ts';

export type EventPage = Page<EventRow> & { headCursor: () => Promise<string> };

export type EventList = FilterArguments & PageRequest & { direction: Order<EventRow>['direction'] };

/**
 * A page of the project's event log. `ASC` is the order of the log, in which the oldest event is the first.
 * @throws BAD_USER_INPUT, NOT_FOUND (an object that the project never had), CURSOR_EXPIRED
 */
export async function listEvents(
  app: App,
  projectId: string,
  { direction, ...given }: EventList,
): Promise<EventPage> {
  for (const path of ['after', 'before'] as const) {
    const cursor = given[path] ?? null;
    if (cursor !== null) await startPosition(app.db, projectId, { cursor, path });
  }
  const filter = await readFilter(app, projectId, given);
  const globs = filter.scope?.memoryTags;
  const anyTag = globs
    ? (await selectTagsInLog(app.db, projectId)).filter(tagMatcher(globs))
    : null;
  const inProject = { projectId, filter, anyTag };
  const page = await readPage({
    order: logOrder(direction),
    request: given,
    read: (slice) => selectEventPage(app.db, inProject, slice),
    count: () => countEvents(app.db, inProject),
  });
  return { ...page, headCursor: () => readHead(app, projectId) };
}
