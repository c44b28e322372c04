import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { distributeTables, tablesToDistribute } from '../src/db/distribute.ts';
import { spaceName } from '../src/db/embedding-space.ts';
import { ensureHnswIndex, forceIndex, SEARCH_SETTINGS } from '../src/db/hnsw-index.ts';
import { projects } from '../src/db/tables/projects.ts';
import { selectCandidates } from '../src/retrieval/queries.ts';
import { UNRESTRICTED_SCOPE } from './support/chunk-scope.ts';
import { isCitus } from './support/database-server.ts';
import { useServer } from './support/server.ts';

/** What is particular to Citus. Everything else is tested there by the other files, with `TEST_CITUS=1`. */

const server = useServer();

const ANYTHING = { ...UNRESTRICTED_SCOPE, at: new Date() };

/** The part of node-postgres' `Query` that its type declarations leave out. */
type Sent = { submit(this: Sent): unknown; text: string; values?: unknown[] };

/** The plan of the coordinator for a statement. */
async function explain(text: string, values: unknown[]): Promise<string> {
  const client = new pg.Client(server.database.env.DATABASE_URL);
  await client.connect();
  try {
    const { rows } = await client.query(`explain ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

describe.runIf(isCitus)('on Citus', () => {
  it('every table is distributed by project, together with the others', async () => {
    const rows = await server.app.db
      .select({ name: sql<string>`logicalrelid::text`, group: sql<number>`colocationid` })
      .from(sql`pg_dist_partition`);
    expect(rows.map(({ name }) => name).sort()).toEqual(tablesToDistribute().sort());
    expect(new Set(rows.map(({ group }) => group)).size).toBe(1);
  });

  it('distributing again changes nothing', async () => {
    const { id } = await server.project();
    expect(await distributeTables(server.app.connection)).toEqual([]);
    expect(await server.app.db.$count(projects, eq(projects.id, id))).toBe(1);
  });

  it('the settings of connections and of a transaction reach the workers', async () => {
    const { id } = await server.project();
    const onWorker = (name: string) => sql<string>`current_setting(${sql.raw(`'${name}'`)})`;
    // As in a search, the statement is sent at once behind the settings.
    const [, settings] = await server.app.connection.readInOnePacket((db) =>
      Promise.all([
        forceIndex(db, 77),
        db
          .select({
            efSearch: onWorker('hnsw.ef_search'),
            sort: onWorker('enable_sort'),
            scan: onWorker('hnsw.iterative_scan'),
            address: sql<number>`inet_server_port()`,
          })
          .from(projects)
          .where(eq(projects.id, id))
          .execute(),
      ]),
    );
    const scan = SEARCH_SETTINGS['hnsw.iterative_scan'];
    expect(settings).toMatchObject([{ efSearch: '77', sort: 'off', scan }]);
    const own = Number(new URL(server.database.env.DATABASE_URL).port);
    expect(settings[0]?.address).not.toBe(own);
  });

  const choice = {
    weights: { relevance: 1, utility: 1, recency: 1, importance: 1 },
    isScaled: true,
    shrinking: 3,
    recency: { now: new Date(), decayFactor: 0.99, accessShare: 1 },
    results: 5,
  };
  it.each([
    { method: 'SCAN', choice: null },
    { method: 'EXACT', choice: null },
    { method: 'HNSW', choice: null },
    { method: 'HNSW', choice },
  ] as const)(
    'a search of a project by $method, with the choice $choice, is one task on one shard',
    async ({ method, ...chosen }) => {
      const { app } = server;
      const project = await server.project();
      await project.write(await project.memory(), 'The plan is secret');
      const space = app.embedders.defaultSpace;
      const scope = { ...ANYTHING, projectId: project.id, space };
      const embedding = Array.from({ length: space.dimensions }, (_, i) => i);
      const asked = { mode: 'HYBRID', text: 'secret', dateWeight: 0 } as const;
      const query = { ...asked, embedding, ranges: [], during: [], readsEntrySimilarity: false };
      const limits = { chunkCount: 1, chunks: 20, entries: 10, efSearch: 40, reach: 0 };
      const sent = vi.spyOn(pg.Query.prototype as unknown as Sent, 'submit');
      const { found } = await app.connection.readInOnePacket((db) =>
        selectCandidates(db, scope, {
          query,
          method,
          ...limits,
          ...chosen,
          known: [],
        }),
      );
      const statements = sent.mock.contexts;
      sent.mockRestore();
      expect(found).toHaveLength(1);
      const search = statements.find(({ text }) => text.includes('ranked'));
      const plan = await explain(search?.text ?? '', search?.values ?? []);
      expect(plan).toMatch(/^Custom Scan \(Citus Adaptive\)/);
      expect(plan).toContain('Task Count: 1');
    },
  );

  it('an index that is invalid on one shard is built again', async () => {
    const { connection, db, embedders } = server.app;
    const space = embedders.defaultSpace;
    const indexes = `indrelid = '%s'::regclass and indexrelid::regclass::text like 'chunks_near%%'`;
    const onShards = (command: string) =>
      db
        .select({ result: sql<string>`result` })
        .from(sql`run_command_on_shards('chunks', ${sql.raw(`$$${command}$$`)})`);
    const states = async () =>
      (await onShards(`select bool_and(indisvalid) from pg_index where ${indexes}`)).map(
        ({ result }) => result,
      );
    expect(spaceName(space)).toBe('test-embedder/64');
    expect(new Set(await states())).toEqual(new Set(['t']));
    // Only one shard has this number.
    const [shard] = await db
      .select({ id: sql<string>`min(shardid)` })
      .from(sql`pg_dist_shard where logicalrelid = 'chunks'::regclass`);
    await onShards(
      `update pg_index set indisvalid = false where ${indexes} and '%1$s' like '%%${shard?.id}'`,
    );
    expect(new Set(await states())).toEqual(new Set(['t', 'f']));
    await ensureHnswIndex(connection, space);
    expect(new Set(await states())).toEqual(new Set(['t']));
  });
});
