import type { App } from '../app.ts';
import type { EventRow } from '../db/rows.ts';
import { followEvents } from '../events/follow-events.ts';
import type { Caller, Viewer } from '../projects/viewer.ts';
import { confirmAccess } from '../projects/watch-access.ts';
import { eventSelector, type FilterArguments, readFilter } from './event-filter.ts';

/**
 * Streams the events of the project that pass the filter. Events that are recorded after the revocation of the viewer's
 * API key are not delivered. The transport ends the stream.
 * @throws BAD_USER_INPUT, CURSOR_EXPIRED, NOT_FOUND (an object that the project never had)
 */
export async function followProjectEvents(
  app: App,
  { caller, viewer }: { caller: Caller; viewer: Viewer },
  { after, ...given }: FilterArguments & { after?: string | null | undefined },
): Promise<AsyncGenerator<EventRow>> {
  const projectId = caller.project.id;
  const filter = await readFilter(app, projectId, given);
  return followEvents(app, {
    projectId,
    after: after ?? null,
    select: eventSelector(app, projectId, filter),
    checkAccess: () => confirmAccess(app, viewer, projectId),
  });
}
