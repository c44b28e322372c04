import { z } from 'zod';
import type { App } from '../app.ts';
import type { EventRow } from '../db/rows.ts';
import { EVENT_TYPES } from '../db/tables.ts';
import { checkInput } from '../input.ts';
import { renewAccess } from '../projects/authenticate.ts';
import type { Caller, Viewer } from '../projects/viewer.ts';
import { followEvents } from './follow-events.ts';

const eventsInput = z.object({
  types: z.array(z.enum(EVENT_TYPES)).nullish(),
  after: z.string().nullish(),
});

/**
 * Streams the events of a project, as long as the viewer's API key is valid. @throws BAD_USER_INPUT,
 * CURSOR_EXPIRED
 */
export function followProjectEvents(
  app: App,
  { caller, viewer }: { caller: Caller; viewer: Viewer },
  input: unknown,
): Promise<AsyncGenerator<EventRow>> {
  const { after, types } = checkInput(eventsInput, input);
  return followEvents(app, {
    projectId: caller.project.id,
    after: after ?? null,
    isWanted: (event) => !types || types.includes(event.type),
    checkAccess: renewAccess(app, viewer, caller.project.id),
  });
}
