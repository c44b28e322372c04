import { z } from 'zod';
import {
  deleteAllAgents,
  deleteGenerationsOf,
  removeFromGenerations,
} from '../agents/erase-agents.ts';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import {
  eraseAllAnswers,
  eraseEntries,
  eraseExtractions,
  findEntriesToErase,
  findLessonsToErase,
} from '../entries/erase-entries.ts';
import { badInput } from '../errors.ts';
import { blankEvents, selectPurgedWithMetadata } from '../events/erase-events.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { checkInput, metadataInput } from '../input.ts';
import { deleteJobsOf, enqueue, REEMBED, restartJobs } from '../jobs/jobs.ts';
import { findMemories } from '../memories/memories.ts';
import { deleteAllMemories, recountContent } from '../memories/memory-state.ts';
import { eraseCreates } from '../projects/project-state.ts';
import { lockProjectExclusively } from '../projects/projects.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { eraseStats } from '../stats/read-stats.ts';
import { eraseFromStreams, withInsightsOn } from '../stream/erase-insights.ts';
import {
  deleteTracesForErasure,
  eraseFromTraces,
  selectTraceIdsWithMetadata,
} from '../traces/erase-traces.ts';

/** The schema's `ErasureReport`. */
export type ErasureReport = {
  memories: number;
  entries: number;
  derivedEntries: number;
  revisions: number;
  traces: number;
  generations: number;
  agents: number;
  events: number;
  quotingTraceIds: string[];
};

const eraseInput = z.object({
  metadata: metadataInput.nullish(),
  everything: z.boolean().nullish(),
  confirmName: z.string().nullish(),
});

/**
 * Permanently erases the data that matches the metadata with everything derived from it, or all data of the project, in
 * one transaction. The lock of the project blocks writers until its end; a writer that has waited then finds that its
 * memory, trace or job is erased.
 * @throws BAD_USER_INPUT
 */
export async function eraseData(app: App, caller: Caller, input: unknown): Promise<ErasureReport> {
  const metadata = filterOf(caller, checkInput(eraseInput, input));
  const { id } = caller.project;
  const report = await transact(app, caller, { locks: [REVIEWS] }, async ({ db, record }) => {
    const project = await lockProjectExclusively(db, id);
    const erased =
      metadata === null
        ? await eraseEverything(db, project)
        : await eraseMatching(app, db, { project, metadata });
    const { quotingTraceIds: _, ...numbers } = erased;
    const changes = Object.entries(numbers).map(([field, after]) => ({
      field,
      before: null,
      after,
    }));
    record({ type: 'DATA_ERASED', changes });
    return erased;
  });
  if (metadata === null) await app.stats.forget(id);
  app.jobsSignal.notify();
  app.metrics.erasures.inc({ what: metadata === null ? 'everything' : 'metadata' });
  return report;
}

/** The metadata to erase; null for everything. @throws BAD_USER_INPUT */
function filterOf(
  { project }: Caller,
  { metadata, everything, confirmName }: z.infer<typeof eraseInput>,
): Metadata | null {
  if (everything) {
    if (metadata) throw badInput('input.everything', 'cannot be given with metadata');
    if (confirmName !== project.name) {
      throw badInput('input.confirmName', 'must be the name of the project, letter for letter');
    }
    return null;
  }
  if (!metadata) throw badInput('input.metadata', 'is required, unless everything is true');
  if (Object.keys(metadata).length === 0) throw badInput('input.metadata', 'must not be empty');
  return metadata;
}

type Matching = { project: ProjectRow; metadata: Metadata };

async function eraseMatching(
  app: App,
  db: Database,
  { project, metadata }: Matching,
): Promise<ErasureReport> {
  const { id } = project;
  const traceIds = await selectTraceIdsWithMetadata(db, id, metadata);
  const matched = new Set(await findEntriesToErase(db, id, metadata));
  const lessons = await findLessonsToErase(db, id, traceIds);
  const stored = await withInsightsOn(db, id, [...new Set([...matched, ...lessons])]);
  // Events, runs and answers can still have the texts of entries that were permanently deleted before.
  const entryIds = [...stored, ...(await selectPurgedWithMetadata(db, id, metadata))];
  const generationIds = await deleteGenerationsOf(db, id, { traceIds, metadata });
  const jobIds = await deleteJobsOf(db, id, traceIds);
  const subjectIds = [...generationIds, ...jobIds];
  const events = await blankEvents(db, id, { entryIds, traceIds, subjectIds, metadata });
  const traces = await deleteTracesForErasure(db, id, traceIds);
  const runIds = await removeFromGenerations(db, id, entryIds);
  const quotingTraceIds = await eraseFromTraces(db, id, { entryIds, runIds });
  await eraseExtractions(db, id, { metadata, entryIds });
  const { erased, revisions } = await eraseEntries(db, id, entryIds);
  const memoryIds = [...new Set(erased.map(({ memoryId }) => memoryId))];
  const memories = await findMemories({ ...app, db }, id, memoryIds);
  await eraseFromStreams(db, id, { erased, memories });
  // Running jobs of a memory are restarted, because they can have read entries that are erased now.
  await restartJobs(db, id, memoryIds);
  await recountContent(db, { projectId: id, space: spaceOf(project) }, memoryIds);
  return {
    memories: 0,
    entries: erased.length,
    derivedEntries: erased.length - matched.size,
    revisions,
    traces,
    generations: generationIds.length,
    agents: 0,
    events,
    quotingTraceIds,
  };
}

async function eraseEverything(
  db: Database,
  { id, nextModel }: ProjectRow,
): Promise<ErasureReport> {
  const events = await blankEvents(db, id, null);
  await deleteJobsOf(db, id, null);
  const { agents, generations } = await deleteAllAgents(db, id);
  const traces = await deleteTracesForErasure(db, id, null);
  const { entries, revisions } = await eraseAllAnswers(db, id);
  const memories = await deleteAllMemories(db, id);
  await eraseStats(db, id);
  await eraseCreates(db, id);
  // A re-embedding continues, because the new model is a setting of the project, which is not erased.
  if (nextModel !== null) await enqueue(db, { projectId: id, ...REEMBED });
  return {
    memories,
    entries,
    derivedEntries: 0,
    revisions,
    traces,
    generations,
    agents,
    events,
    quotingTraceIds: [],
  };
}
