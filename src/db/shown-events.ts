import { and, eq, type SQL } from 'drizzle-orm';
import { events } from './tables/events.ts';

/** Condition for the events of a project that were not erased. */
export function isShown(projectId: string): SQL | undefined {
  return and(eq(events.projectId, projectId), eq(events.isErased, false));
}
