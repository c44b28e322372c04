import type { App } from '../app.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { IMPORT_LOCK } from './import-containers.ts';
import type { ImportBatch, ImportOutcome } from './import-project.ts';
import { insertMissing, selectOwn } from './import-queries.ts';
import type { Line } from './lines.ts';

/** Imports the links between insights and their evidence. A link is left out unless the project has both entries. */
export function importEvidence(
  app: App,
  caller: Caller,
  { lines }: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  return transact(app, caller, { locks: [IMPORT_LOCK] }, async ({ db }) => {
    const links = lines as Line<'evidence'>[];
    const named = links.flatMap(({ entryId, evidenceId }) => [entryId, evidenceId]);
    const own = await selectOwn(db, projectId, { prefix: 'me', ids: named });
    const known = links.filter(
      ({ entryId, evidenceId }) => own.has(entryId) && own.has(evidenceId),
    );
    const rows = known.map((link) => ({ projectId, ...link }));
    const imported = await insertMissing(db, 'evidence', rows);
    return { imported, leftOut: links.length - known.length };
  });
}

/** Imports the statistics of each hour. Hours for which the project already has statistics remain as they are. */
export function importStats(
  app: App,
  caller: Caller,
  { lines }: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  const rows = lines.map((line) => ({ projectId, ...line }));
  return transact(app, caller, { locks: [IMPORT_LOCK] }, async ({ db }) => ({
    imported: await insertMissing(db, 'hourlyStats', rows),
  }));
}
