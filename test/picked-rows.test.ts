import { lt, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { indexPendingChunks } from '../src/db/chunks.ts';
import type { Database } from '../src/db/database.ts';
import { deleteOld } from '../src/db/delete-old.ts';
import { jobs } from '../src/db/tables/jobs.ts';
import { isCitus } from './support/database-server.ts';
import { fill } from './support/indexed-chunks.ts';
import { useServer } from './support/server.ts';

/**
 * Background work changes some rows in each statement, and the statement picks them itself. It must change no more than
 * those, also where PostgreSQL runs the part that picks them once for each row of the table.
 */

const server = useServer();

/** Runs statements as PostgreSQL does where it estimates that the tables are nearly empty. */
async function joinedByLoops<T>(run: (db: Database) => Promise<T>): Promise<T> {
  return server.app.connection.transaction(async (db) => {
    for (const method of ['hashagg', 'hashjoin', 'mergejoin', 'sort', 'material']) {
      await db.execute(sql.raw(`set local enable_${method} = off`));
    }
    return run(db);
  });
}

// The settings would be of the coordinator, and not of the workers, which join.
it.skipIf(isCitus)('a few chunks enter the index at a time', async () => {
  const project = await server.project();
  await fill(server, project, await project.memory(), { count: 30 });
  expect(await joinedByLoops((db) => indexPendingChunks(db, project.id, 8))).toBe(8);
});

it.skipIf(isCitus)('a few old rows are deleted at a time', async () => {
  const { id: projectId } = await server.project();
  const old = { kind: 'IMPORTANCE_RATING', status: 'COMPLETED', finishedAt: new Date(0) } as const;
  const times = { runAt: new Date(0), createdAt: new Date(0) };
  const rows = Array.from({ length: 30 }, (_, i) => ({ id: `job_${i}`, subject: `${i}`, ...old }));
  await server.app.db.insert(jobs).values(rows.map((row) => ({ projectId, ...row, ...times })));
  const oldJobs = { table: jobs, key: [jobs.id], isOld: lt(jobs.finishedAt, new Date(1)) };
  expect(await joinedByLoops((db) => deleteOld(db, oldJobs, 8))).toBe(8);
});
