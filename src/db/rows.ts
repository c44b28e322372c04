import type { Page } from './page.ts';
import type {
  apiKeys,
  chunks,
  entries,
  events,
  jobs,
  memories,
  projects,
  revisions,
} from './tables.ts';

/** Rows as the queries answer them. */
export type ProjectRow = typeof projects.$inferSelect;
export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type MemoryRow = typeof memories.$inferSelect;
export type EntryRow = typeof entries.$inferSelect;
export type RevisionRow = typeof revisions.$inferSelect;
export type EventRow = typeof events.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
export type NewChunk = typeof chunks.$inferInsert;
export type NewRevision = typeof revisions.$inferInsert;
export type NewEvent = typeof events.$inferInsert;

export type ProjectPage = Page<ProjectRow>;
export type ApiKeyPage = Page<ApiKeyRow>;
export type MemoryPage = Page<MemoryRow>;
export type EntryPage = Page<EntryRow>;
export type RevisionPage = Page<RevisionRow>;
