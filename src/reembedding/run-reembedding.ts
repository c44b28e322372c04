import type { App } from '../app.ts';
import { deleteChunksOutside, insertChunks, selectNextPositions } from '../db/chunks.ts';
import { isSameSpace, type Space } from '../db/embedding-space.ts';
import type { EntryRow, JobRow, ProjectRow } from '../db/rows.ts';
import {
  type AddedText,
  chunkRows,
  chunkTexts,
  embedTexts,
  sourceTextOf,
} from '../entries/write/embed-texts.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { transact } from '../events/transact.ts';
import {
  callerOf,
  completeAlone,
  forgetEarlierAttempts,
  postpone,
  requireLease,
  whileHeld,
} from '../jobs/jobs.ts';
import { indexedProjects } from '../memories/memories.ts';
import { recountChunks } from '../memories/memory-state.ts';
import { embedQuery } from '../models/embedder.ts';
import { enterSpace } from '../projects/project-state.ts';
import { findProjects, lockProjectExclusively, readProjectForUse } from '../projects/projects.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import { deleteVectorsOutside, storeVectorsOfStored } from '../traces/traces.ts';
import {
  countLacking,
  selectLackingEntries,
  selectLackingTraces,
  selectUnchanged,
} from './queries.ts';

/** Number of entries that are embedded and stored together. */
const BATCH_ENTRIES = 64;

/** Number of chunks that are deleted in one statement. */
const BATCH_CHUNKS = 5000;

/** Delay of the deletion of old vectors, for searches that began before the switch. */
const GRACE_SECONDS = 30;

/**
 * Embeds all entries and traces without vectors in the project's next space, then switches the project to it,
 * and later deletes the old vectors. Each step derives from what is stored, so the job can be interrupted at
 * any point and run again.
 */
export async function runReembedding(app: App, job: JobRow, signal: AbortSignal): Promise<void> {
  let after = '';
  for (;;) {
    signal.throwIfAborted();
    const [project] = await findProjects(app, [job.projectId]);
    if (project === undefined) return;
    const space = nextSpaceOf(project);
    if (space === null) return removeOld(app, job, project, signal);
    const lacking = await selectLackingEntries(app.db, {
      projectId: project.id,
      space,
      after,
      limit: BATCH_ENTRIES,
    });
    if (lacking.length > 0) {
      await embedEntries(app, { job, project, space }, lacking);
      await forgetEarlierAttempts(app, job);
      after = lacking.at(-1)?.id ?? '';
      continue;
    }
    if (after !== '') {
      // Another pass: entries that were changed during this one have no vectors in the space again.
      after = '';
      continue;
    }
    if (await embedTraces(app, { job, project, space })) {
      await forgetEarlierAttempts(app, job);
      continue;
    }
    const isSwitched = await switchSpace(app, { job, project, space });
    if (isSwitched) return postpone(app, job, GRACE_SECONDS);
  }
}

type ReembeddingRun = { job: JobRow; project: ProjectRow; space: Space };

/** Embeds entries, and stores the vectors of those that were not changed meanwhile. */
async function embedEntries(
  app: App,
  { job, project, space }: ReembeddingRun,
  lacking: EntryRow[],
): Promise<void> {
  const statements = lacking.flatMap((entry) =>
    entry.statements.map((statement) => ({ entry, statement })),
  );
  const sources = statements.map(({ entry, statement }) => sourceTextOf(statement, entry.lesson));
  const texts = await chunkTexts(app, space, sources);
  const vectors = await embedTexts(app, space, texts);
  const isIndexed = (await indexedProjects(app, [project.id])).length > 0;
  const added = statements.flatMap((one, i): AddedText[] =>
    texts[i] ? [{ ...one, text: texts[i] }] : [],
  );
  const caller = callerOf(job, project);
  for (const memoryId of new Set(lacking.map((entry) => entry.memoryId))) {
    const own = lacking.filter((entry) => entry.memoryId === memoryId);
    await transact(app, caller, { locks: [memoryId] }, async ({ db }) => {
      // Waits for an erasure in progress. Otherwise it could delete an entry between the check and the insert below.
      await readProjectForUse(db, project.id);
      await requireLease(db, job);
      const unchanged = await selectUnchanged(db, { projectId: project.id, space }, own);
      // An entry that was edited meanwhile can have chunks of its past in the space.
      const positions = await selectNextPositions(db, project.id, {
        space,
        entryIds: [...unchanged],
      });
      const rows = own
        .filter((entry) => unchanged.has(entry.id))
        .flatMap((entry) => {
          let start = positions.get(entry.id)?.next ?? 0;
          const ofEntry = added.filter((one) => one.entry.id === entry.id);
          return ofEntry.flatMap((one) => {
            const knownFrom = new Date(one.statement.firstStatedAt);
            const options = { space, vectors, start, isIndexed, knownFrom };
            start += one.text.chunks.length;
            return chunkRows(one, options);
          });
        });
      await insertChunks(db, rows);
    });
  }
}

/** Embeds the tasks of some traces. Returns false if all tasks already have vectors in the space. */
async function embedTraces(app: App, { job, project, space }: ReembeddingRun): Promise<boolean> {
  const inSpace = { projectId: project.id, space };
  const lacking = await selectLackingTraces(app.db, { ...inSpace, limit: BATCH_ENTRIES });
  const embedder = app.embedders.for(space);
  const vectors = await Promise.all(lacking.map(({ text }) => embedQuery(embedder, text)));
  const rows = lacking.map(({ id: traceId }, i) => ({
    traceId,
    space,
    embedding: vectors[i] ?? [],
  }));
  await whileHeld(app, job, (db) => storeVectorsOfStored(db, project.id, rows));
  return lacking.length > 0;
}

/** Switches the project to the space, while writers wait. Returns false if an entry or a trace has no vector in it. */
async function switchSpace(app: App, { job, project, space }: ReembeddingRun): Promise<boolean> {
  const { id } = project;
  const isSwitched = await app.connection.transaction(async (db) => {
    const next = nextSpaceOf(await lockProjectExclusively(db, id));
    if (!isSameSpace(space, next)) return false;
    const { lacking } = await countLacking(db, { projectId: id, space });
    const [trace] = await selectLackingTraces(db, { projectId: id, space, limit: 1 });
    if (lacking > 0 || trace) return false;
    await requireLease(db, job);
    await enterSpace(db, id, { space, now: app.clock() });
    await recountChunks(db, { projectId: id, space });
    return true;
  });
  await app.changes.invalidate(ACCESS_GROUP);
  // The chunks of the new space were stored without events.
  if (isSwitched) await app.changes.invalidate(id);
  return isSwitched;
}

async function removeOld(app: App, job: JobRow, project: ProjectRow, signal: AbortSignal) {
  const rest = { projectId: project.id, space: spaceOf(project), limit: BATCH_CHUNKS };
  // Each step requires the job. Without it, another re-embedding may have begun, whose vectors would be deleted.
  for (let deleted = BATCH_CHUNKS; deleted === BATCH_CHUNKS; ) {
    signal.throwIfAborted();
    await whileHeld(app, job, async (db) => {
      deleted = await deleteChunksOutside(db, rest);
    });
  }
  await whileHeld(app, job, (db) => deleteVectorsOutside(db, rest));
  await completeAlone(app, job);
}
