import { z } from 'zod';
import type { App } from '../app.ts';
import { isSameSpace, type Space } from '../db/embedding-space.ts';
import { ensureHnswIndex } from '../db/hnsw-index.ts';
import type { JobRow, ProjectRow } from '../db/rows.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { checkInput } from '../input.ts';
import { enqueue, findLatestJobs, REEMBED } from '../jobs/jobs.ts';
import { modelInput } from '../projects/model-input.ts';
import { setNextSpace } from '../projects/project-state.ts';
import { getProject, lockProjectExclusively, requireEmbeddingModel } from '../projects/projects.ts';
import { dimensionsInput, nextSpaceOf, spaceFrom, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { countLacking } from './queries.ts';

const reembedInput = z.object({
  embeddingModel: modelInput,
  embeddingDimensions: dimensionsInput.nullish(),
});

/**
 * Starts to re-embed a project with another model, in the background. Passing the current model cancels it.
 * @throws BAD_USER_INPUT, FORBIDDEN, EMBEDDING_UNAVAILABLE
 */
export async function reembedProject(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<ProjectRow> {
  const given = checkInput(reembedInput, input);
  const space = spaceFrom(app, given, 'input.embeddingDimensions');
  requireEmbeddingModel(app, caller, space);
  await ensureHnswIndex(app.connection, space);
  const { id } = caller.project;
  await app.connection.transaction(async (db) => {
    const project = await lockProjectExclusively(db, id);
    const isThere = isSameSpace(space, spaceOf(project));
    await setNextSpace(db, id, { space: isThere ? null : space, now: app.clock() });
    await enqueue(db, { projectId: id, ...REEMBED }, { resetsAttempts: true });
  });
  await app.changes.invalidate(ACCESS_GROUP);
  app.jobsSignal.notify();
  // No event was recorded that would wake the workers of other processes.
  app.changes.wake(id);
  return getProject(app, id);
}

/** The progress of a re-embedding. */
export type Reembedding = { space: Space; job: JobRow | null; total: number; done: number };

/** The progress of the project's re-embedding; null if there is none. */
export async function findReembedding(app: App, project: ProjectRow): Promise<Reembedding | null> {
  const space = nextSpaceOf(project);
  if (space === null) return null;
  const { kind, subject } = REEMBED;
  const [counts, jobs] = await Promise.all([
    countLacking(app.db, { projectId: project.id, space }),
    findLatestJobs(app, { projectId: project.id, kind, subjects: [subject] }),
  ]);
  const done = counts.total - counts.lacking;
  return { space, job: jobs.get(subject) ?? null, total: counts.total, done };
}
