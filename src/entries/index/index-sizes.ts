import type { App } from '../../app.ts';
import {
  chunksByProject,
  countBySpace,
  maintainOwnIndexes,
  readOwnIndexes,
} from '../../db/own-indexes.ts';
import { indexedProjects, projectsWithOwnIndex } from '../../memories/memories.ts';
import { repeat } from '../../repeat.ts';

/** Interval at which the chunks in the indexes are counted, and large projects are given indexes of their own. */
const COUNT_MS = 60_000;

/** Counts the chunks in the indexes every `COUNT_MS`. By the counts, searches choose an index or a scan. */
export function startCounting(app: App): { stop(): void } {
  return repeat(app, {
    intervalMs: COUNT_MS,
    work: () => readIndexSizes(app),
    message: 'Chunks were not counted; trying again',
  });
}

/** Creates and drops the indexes of large projects repeatedly until stopped. */
export function startMaintainingIndexes(app: App): { stop(): void } {
  const stopping = new AbortController();
  const maintain = async () => {
    const { minIndexedChunks } = app.indexSizes;
    const projects = await projectsWithOwnIndex(app);
    const inShared = projects.filter(({ chunks }) => chunks >= minIndexedChunks);
    const { bySpace } = countBySpace(inShared);
    const counts = { bySpace, projects };
    await maintainOwnIndexes(app.connection, { counts, minIndexedChunks }, stopping.signal);
    if (!stopping.signal.aborted) await readIndexSizes(app);
  };
  const running = repeat(app, {
    intervalMs: COUNT_MS,
    work: maintain,
    message: 'Indexes were not maintained; trying again',
  });
  return {
    stop: () => {
      void running.stop();
      stopping.abort();
    },
  };
}

/** Reads the number of chunks in each index. */
export async function readIndexSizes(app: App): Promise<void> {
  const counts = countBySpace(await indexedProjects(app));
  app.indexSizes.shared = counts.bySpace;
  app.indexSizes.projects = chunksByProject(counts.projects);
  app.indexSizes.own = await readOwnIndexes(app.connection, counts);
}
