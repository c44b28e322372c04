import DataLoader from 'dataloader';
import { findAgents, findAgentsOfMemories } from '../agents/agents.ts';
import type { GenerationState } from '../agents/generation-state.ts';
import { findGenerations, findStates } from '../agents/generations.ts';
import type { App } from '../app.ts';
import type { ChunkText } from '../db/chunk-vectors.ts';
import type {
  AgentRow,
  ApiKeyRow,
  CycleRow,
  EntryRow,
  EvidenceRow,
  GenerationRow,
  JobRow,
  MemoryRow,
  ProjectRow,
  RetrievalRow,
  TraceRow,
} from '../db/rows.ts';
import {
  type EntryPage,
  findChunks,
  findEmbeddings,
  findEntries,
  findSuperseded,
  listEntriesOfMemories,
  type MemoryEntryList,
} from '../entries/entries.ts';
import { findJobs } from '../jobs/list-jobs.ts';
import { findCachedMemories, findMemories } from '../memories/memories.ts';
import { findActorKeys } from '../projects/actors.ts';
import { findApiKeys } from '../projects/api-keys.ts';
import { findProjects } from '../projects/projects.ts';
import { type FoundText, findMatchedWords, type MatchedWord } from '../retrieval/matched-words.ts';
import { summarizeMemories, summarizeProjects } from '../stats/summaries.ts';
import { findCycles, findEvidence, findInsightJobs } from '../stream/insight-cycles.ts';
import { findReflectionJobs, findRetrievals, findTraces } from '../traces/traces.ts';

/** The key of a row. An id is searched only in its project. */
export type RowKey = { projectId: string; id: string };

/** Loads rows by id, in batches: one query for each table and project. */
export type Loaders = {
  project: DataLoader<string, ProjectRow | null>;
  apiKey: DataLoader<RowKey, ApiKeyRow | null, string>;
  /** The API key that made a change in the project: a key of the project, or a root key. */
  actorKey: DataLoader<RowKey, ApiKeyRow | null, string>;
  memory: DataLoader<RowKey, MemoryRow | null, string>;
  /** Memories from the cache of the process. Their rows lack the columns that `MemorySettings` leaves out. */
  cachedMemory: DataLoader<RowKey, MemoryRow | null, string>;
  entry: DataLoader<RowKey, EntryRow | null, string>;
  agent: DataLoader<RowKey, AgentRow | null, string>;
  generation: DataLoader<RowKey, GenerationRow | null, string>;
  generationState: DataLoader<RowKey, GenerationState | null, string>;
  memorySummary: DataLoader<RowKey, string, string>;
  projectSummary: DataLoader<string, string>;
  /** The agents that read a memory by its id, or write to it. */
  memoryAgents: DataLoader<RowKey, AgentRow[], string>;
  trace: DataLoader<RowKey, TraceRow | null, string>;
  job: DataLoader<RowKey, JobRow | null, string>;
  insightCycle: DataLoader<RowKey, CycleRow | null, string>;
  /** The entries that an entry replaced. */
  superseded: DataLoader<RowKey, EntryRow[], string>;
  chunks: DataLoader<RowKey, ChunkText[], string>;
  /** The vector of an entry, encoded as in the schema. */
  embedding: DataLoader<RowKey, string | null, string>;
  retrievals: DataLoader<RowKey, RetrievalRow[], string>;
  reflectionJob: DataLoader<RowKey, JobRow | null, string>;
  insightJob: DataLoader<RowKey, JobRow | null, string>;
  evidence: DataLoader<RowKey, EvidenceRow[], string>;
  supports: DataLoader<RowKey, EvidenceRow[], string>;
  /** Pages are not cached, because a mutation in the same request can change a list. */
  entryList: DataLoader<MemoryEntryList, EntryPage>;
  matchedWords: DataLoader<FoundText, MatchedWord[]>;
};

/**
 * Creates the loaders of an operation. Subscriptions use `cache: false`, because rows change while they run. Projects
 * are read with the app `latest`, because the creation and deletion of a project are in no event log.
 */
export function createLoaders(
  app: App,
  { cache, latest }: { cache: boolean; latest: App },
): Loaders {
  return {
    project: new DataLoader(async (ids) => inOrder(ids, await findProjects(latest, ids)), {
      cache,
    }),
    apiKey: byId((projectId, ids) => findApiKeys(app, projectId, ids), cache),
    actorKey: byId((projectId, ids) => findActorKeys(app, projectId, ids), cache),
    memory: byId((projectId, ids) => findMemories(app, projectId, ids), cache),
    cachedMemory: byId(async (projectId, ids) => {
      const cached = await findCachedMemories(app, projectId, ids);
      return cached as MemoryRow[];
    }, cache),
    entry: byId((projectId, ids) => findEntries(app, projectId, ids), cache),
    agent: byId((projectId, ids) => findAgents(app, projectId, ids), cache),
    generation: byId((projectId, ids) => findGenerations(app, projectId, ids), cache),
    generationState: byOwner((projectId, ids) => findStates(app, projectId, ids), null),
    trace: byId((projectId, ids) => findTraces(app, projectId, ids), cache),
    memoryAgents: byOwner((projectId, ids) => findAgentsOfMemories(app, projectId, ids), []),
    memorySummary: byOwner((projectId, ids) => summarizeMemories(app, projectId, ids), ''),
    projectSummary: new DataLoader(
      async (ids) => {
        const summaries = await summarizeProjects(app, ids);
        return ids.map((id) => summaries.get(id) ?? '');
      },
      { cache: false },
    ),
    job: byId((projectId, ids) => findJobs(app, projectId, ids), cache),
    insightCycle: byId((projectId, ids) => findCycles(app, projectId, ids), cache),
    superseded: byOwner((projectId, ids) => findSuperseded(app, projectId, ids), []),
    chunks: byOwner((projectId, ids) => findChunks(app, projectId, ids), []),
    embedding: byOwner((projectId, ids) => findEmbeddings(app, projectId, ids), null),
    retrievals: byOwner((projectId, ids) => findRetrievals(app, projectId, ids), []),
    reflectionJob: byOwner((projectId, ids) => findReflectionJobs(app, projectId, ids), null),
    insightJob: byOwner((projectId, ids) => findInsightJobs(app, projectId, ids), null),
    evidence: byOwner(
      (projectId, entryIds) => findEvidence(app, projectId, { entryIds, side: 'entryId' }),
      [],
    ),
    supports: byOwner(
      (projectId, entryIds) => findEvidence(app, projectId, { entryIds, side: 'evidenceId' }),
      [],
    ),
    entryList: new DataLoader((lists) => listEntriesOfMemories(app, lists), { cache: false }),
    matchedWords: new DataLoader((found) => findMatchedWords(app, found), { cache: false }),
  };
}

/**
 * A loader of data that belongs to a row. By default it does not cache, because a mutation in the same request can
 * change the data.
 */
function byOwner<Owned, None>(
  find: (projectId: string, ids: string[]) => Promise<Map<string, Owned>>,
  none: None,
  cache = false,
) {
  return new DataLoader<RowKey, Owned | None, string>(
    async (keys) => {
      const found = new Map<string, Owned>();
      for (const projectId of new Set(keys.map((key) => key.projectId))) {
        const ids = keys.filter((key) => key.projectId === projectId).map((key) => key.id);
        for (const [id, owned] of await find(projectId, ids))
          found.set(`${projectId} ${id}`, owned);
      }
      return keys.map((key) => found.get(cacheKeyFn(key)) ?? none);
    },
    { cache, cacheKeyFn },
  );
}

function byId<Row extends { id: string }>(
  find: (projectId: string, ids: string[]) => Promise<Row[]>,
  cache: boolean,
) {
  const findRows = async (projectId: string, ids: string[]) =>
    new Map((await find(projectId, ids)).map((row) => [row.id, row]));
  return byOwner(findRows, null, cache);
}

function cacheKeyFn({ projectId, id }: RowKey): string {
  return `${projectId} ${id}`;
}

function inOrder<Row extends { id: string }>(ids: readonly string[], rows: Row[]): (Row | null)[] {
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
}
