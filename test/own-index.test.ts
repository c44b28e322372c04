import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { ensureHnswIndex, isBuiltFaultily } from '../src/db/hnsw-index.ts';
import { maintainOwnIndexes, readOwnIndexes } from '../src/db/own-indexes.ts';
import { server as database, isCitus } from './support/database-server.ts';
import { fill, indexed, MANY, near, scansOf } from './support/indexed-chunks.ts';
import { useServer } from './support/server.ts';

/** Nothing is cached, so that searches and writes use the index. */
const server = useServer({ CHUNK_CACHE_MB: '0' });

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id } } } }`;

// The embedded database and Citus have no indexes of single projects.
describe.runIf(database && !isCitus)('the own index of a large project', () => {
  it('is created, used and dropped while the project is searched and written to', async () => {
    const { app } = server;
    const project = await server.project();
    const memoryId = await project.memory();
    await fill(server, project, memoryId);
    await indexed(server, project);
    const space = app.embedders.defaultSpace;
    const maintain = async (claimed: number) => {
      const counts = {
        bySpace: new Map([[`${space.model}/${space.dimensions}`, claimed * 10]]),
        projects: [{ projectId: project.id, space, chunks: claimed }],
      };
      // Two processes at once: one of them creates or drops, the other does nothing.
      const never = new AbortController().signal;
      const maintained = () =>
        maintainOwnIndexes(app.connection, { counts, minIndexedChunks: 750 }, never);
      await Promise.all([maintained(), maintained()]);
      return readOwnIndexes(app.connection, counts);
    };
    const idsOf = (results: { entry: { id: string } }[]) => results.map(({ entry }) => entry.id);
    const search = async (query: string) => {
      const { searchKnowledge } = await project.run(SEARCH, { input: { query, limit: 5 } });
      return idsOf(searchKnowledge.results);
    };
    const question = () => search('Plan number 7');
    const shared = await question();
    const before = await scansOf(server, 'chunks_own_');

    const sizes = await maintain(60_000);
    expect(sizes.size).toBe(1);
    const useIt = async () => {
      // Searches use it from the next count on. The server counts once a minute too, and knows that the project is
      // small.
      const own = new Map([...sizes.keys()].map((key) => [key, MANY]));
      // A search in the project, and the writes' search in one of its memories.
      const found: string[][] = [];
      for (let i = 0; i < 8; i += 1) {
        app.indexSizes.own = own;
        found.push(await question());
      }
      expect(found).toEqual(Array.from({ length: 8 }, () => shared));
      server.models.script('This is nearest', near(7, 0.1));
      app.indexSizes.own = own;
      const written = await project.write(memoryId, 'This is nearest');
      expect(written.matchedEntry).toBeNull();
      await expect
        .poll(() => scansOf(server, 'chunks_own_'), { timeout: 20_000 })
        .toBeGreaterThanOrEqual(before + 9);
      expect((await search('This is nearest'))[0]).toBe(written.entry.id);
      await indexed(server, project);
      expect((await search('This is nearest'))[0]).toBe(written.entry.id);
    };
    // Meanwhile, the server does not drop the index, which it does once a minute because the project is small.
    let isUsed = false;
    while (!isUsed) {
      await app.connection.exclusivelyIfFree(new AbortController().signal, async () => {
        isUsed = true;
        await useIt();
      });
    }

    expect((await maintain(10_000)).size).toBe(0);
    // This process believes that there is an index, and finds the same.
    expect(app.indexSizes.own.size).toBe(1);
    expect(await question()).toContain(shared[0]);
    app.indexSizes.own = new Map();
  });
});

describe('the build of an index', () => {
  it.each([
    ['0.8.0', true],
    ['0.8.1', true],
    ['0.8', true],
    ['0.8.1-dev', true],
    ['0.8.2', false],
    ['0.8.10', false],
    ['0.10.0', false],
    ['1.0', false],
  ])('is faulty with parallel workers in pgvector %s: %s', async (version, expected) => {
    const { db } = server.app;
    const [row] = await db
      .select({ isFaulty: isBuiltFaultily(sql`${version}::text`) })
      .from(sql`(select 1) one`);
    expect(row?.isFaulty).toBe(expected);
  });

  it.runIf(database && !isCitus)('has no parallel workers if pgvector is below 0.8.2', async () => {
    const { connection, embedders } = server.app;
    const { db } = connection;
    const [vector] = await db
      .select({ isFaulty: isBuiltFaultily(sql`extversion`) })
      .from(sql`pg_extension`)
      .where(sql`extname = 'vector'`);
    // PostgreSQL refuses a build with another number of workers than the expected one.
    const condition = `(current_setting('max_parallel_maintenance_workers') = '0') <> ${vector?.isFaulty}`;
    await db.execute(
      sql.raw(`CREATE FUNCTION check_workers() RETURNS event_trigger LANGUAGE plpgsql AS $$
        BEGIN IF ${condition} THEN RAISE 'Wrong number of workers'; END IF; END $$`),
    );
    await db.execute(
      sql.raw(`CREATE EVENT TRIGGER checks_workers ON ddl_command_start
        WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION check_workers()`),
    );
    const space = { ...embedders.defaultSpace, model: 'of the build' };
    const counts = {
      bySpace: new Map([[`${space.model}/${space.dimensions}`, 600_000]]),
      projects: [{ projectId: 'prj_of_the_build', space, chunks: 60_000 }],
    };
    const { signal } = new AbortController();
    try {
      await ensureHnswIndex(connection, space);
      // Another process of the background can hold the lock.
      const build = async () => {
        await maintainOwnIndexes(connection, { counts, minIndexedChunks: 750 }, signal);
        return readOwnIndexes(connection, counts);
      };
      await expect.poll(async () => (await build()).size).toBe(1);
    } finally {
      await db.execute(sql.raw('DROP EVENT TRIGGER checks_workers'));
    }
  });
});
