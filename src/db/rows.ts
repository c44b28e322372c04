import type { Page } from './page.ts';
import type { agents, generations, KnowledgeConfig } from './tables/agents.ts';
import type { chunks } from './tables/chunks.ts';
import type { entries, Lesson, revisions, Statement } from './tables/entries.ts';
import type { events } from './tables/events.ts';
import type { jobs } from './tables/jobs.ts';
import type { memories } from './tables/memories.ts';
import type { apiKeys, projects } from './tables/projects.ts';
import type { CycleQuestion, cycles, evidence } from './tables/stream.ts';
import type { retrievals, traces } from './tables/traces.ts';
import type { utilityChanges } from './tables/utility-changes.ts';

/** The ids of a memory and its project. */
export type InMemory = { projectId: string; memoryId: string };

/** The types of the rows that queries return. */
export type ProjectRow = typeof projects.$inferSelect;
export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type MemoryRow = typeof memories.$inferSelect;
/** The counters of a memory. */
export type MemoryCounts = Pick<MemoryRow, 'id' | 'entryCount' | 'chunkCount' | 'contentBytes'>;
export type EntryRow = typeof entries.$inferSelect;
/**
 * An entry of a list. It has `content` instead of `statements` where the request selects the content but not the
 * statements.
 */
export type ListedEntry = EntryRow & { content?: string };
export type RevisionRow = typeof revisions.$inferSelect;
export type EventRow = typeof events.$inferSelect;
export type JobRow = typeof jobs.$inferSelect;
/** A trace without its messages, which are read only on demand. */
export type TraceRow = Omit<typeof traces.$inferSelect, 'trajectory'>;
export type RetrievalRow = typeof retrievals.$inferSelect;
export type UtilityChangeRow = typeof utilityChanges.$inferSelect;
/** A change of a utility, either new or read from the table. */
export type UtilityChange = NewUtilityChange;
/** Parts of a row, with the id of its project. */
export type StatementOf = Statement & { projectId: string };
export type EntryRewardOf = { projectId: string; entryId: string; reward: number };
export type QuestionOf = CycleQuestion & { projectId: string };
export type LessonOf = Lesson & { projectId: string };
export type KnowledgeConfigOf = KnowledgeConfig & { projectId: string };
export type NewUtilityChange = typeof utilityChanges.$inferInsert;
export type AgentRow = typeof agents.$inferSelect;
/** A generation without its state, which is read only on demand. */
export type GenerationRow = Omit<typeof generations.$inferSelect, 'state'>;
export type CycleRow = typeof cycles.$inferSelect;
export type EvidenceRow = typeof evidence.$inferSelect;
export type NewChunk = typeof chunks.$inferInsert;
export type NewRevision = typeof revisions.$inferInsert;
export type NewEvent = typeof events.$inferInsert;

/** The actor of a change in a project, as it is stored. */
export type ActorOf = { projectId: string; id: string };
export type TagRow = { name: string; memoryCount: number; entryCount: number };

export type ProjectPage = Page<ProjectRow>;
export type ApiKeyPage = Page<ApiKeyRow>;
export type MemoryPage = Page<MemoryRow>;
export type TagPage = Page<TagRow>;
export type JobPage = Page<JobRow>;
export type AgentPage = Page<AgentRow>;
export type GenerationPage = Page<GenerationRow>;
export type CyclePage = Page<CycleRow>;
export type TracePage = Page<TraceRow>;
export type MessagePage = Page<Record<string, unknown>>;
export type UtilityChangePage = Page<UtilityChangeRow>;
