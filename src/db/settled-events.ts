import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { events } from './tables.ts';

/** All transactions below this number have ended, so no further events of them can appear. */
export const horizon = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;

/** Condition for the events of a project that readers can see, since no event can appear before them. */
export function isSettled(projectId: string): SQL | undefined {
  return and(eq(events.projectId, projectId), lt(events.transaction, horizon));
}
