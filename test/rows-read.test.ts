import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChunkScope } from '../src/db/chunk-scope.ts';
import { endChunks, indexPendingChunks, updateChunks } from '../src/db/chunks.ts';
import type { Database } from '../src/db/database.ts';
import { ANY_ENTRY, type EntryConditions } from '../src/db/entry-conditions.ts';
import { countPending } from '../src/db/hnsw-index.ts';
import { sliceOf } from '../src/db/page.ts';
import type { EntryRow } from '../src/db/rows.ts';
import { SHARED_SETTINGS } from '../src/db/server/shared-reads.ts';
import type { tables } from '../src/db/tables/all-tables.ts';
import { entries } from '../src/db/tables/entries.ts';
import { traces } from '../src/db/tables/traces.ts';
import { ANY_TRACE } from '../src/db/trace-conditions.ts';
import { findNearestChunks } from '../src/db/vector-search.ts';
import { entryColumns } from '../src/entries/entry-columns.ts';
import {
  countEntries,
  type EntryOrder,
  entryOrder,
  selectEntries,
  selectEntriesOfMemories,
} from '../src/entries/list-queries.ts';
import { updateUtilities } from '../src/entries/queries.ts';
import type { CandidateSearch } from '../src/retrieval/candidate-search.ts';
import type { SearchMode } from '../src/retrieval/presets.ts';
import { selectCandidates } from '../src/retrieval/queries.ts';
import { selectTraces, type TraceOrder, traceOrder } from '../src/traces/list-queries.ts';
import { UNRESTRICTED_SCOPE } from './support/chunk-scope.ts';
import { isCitus } from './support/database-server.ts';
import { direction, fill, indexNow } from './support/indexed-chunks.ts';
import { countRowsRead } from './support/rows-read.ts';
import { type TestProject, useServer } from './support/server.ts';
import { createTrace } from './support/traces.ts';

/**
 * PostgreSQL plans a statement by estimates of the numbers of rows, which can be far from the truth. Whatever it
 * estimates, these statements must read few rows. The tests read PostgreSQL's counters of the current transaction. They
 * do not run on Citus, whose coordinator does not count the rows of the shards.
 */

const server = useServer();

/** So many that the chunks of the project are added to the index. */
const MANY = 800;
const FEW = 5;
let project: TestProject;
let large: string;
let small: string;
/** The rows of two pages. Their statements were planned before the first entry was written. */
let rowsOfOldPlans: number;

/** Settings of a memory in which each text becomes an entry of its own. */
const NO_MERGES = { duplicateThreshold: 1, updateThreshold: 1 };

/** The five nearest chunks, found by comparing all. */
const SEARCH = { limit: 5, method: 'EXACT', efSearch: 100, withEntries: true } as const;

const NEWEST_FIRST: EntryOrder = { field: 'CREATED_AT', direction: 'DESC' };
const ALL_COLUMNS = { columns: entryColumns(['statements', 'memory']) };

/** The newest entries. */
const PAGE = {
  ...ALL_COLUMNS,
  order: NEWEST_FIRST,
  slice: sliceOf(entryOrder(NEWEST_FIRST), { first: FEW }),
};
const UNFILTERED = { conditions: ANY_ENTRY, text: null, isDeleted: false, isSuperseded: null };

/** Plans statements as on the connection that reads share. */
const asShared = async (db: Database) => {
  for (const [name, value] of Object.entries(SHARED_SETTINGS))
    await db.execute(sql`select set_config(${name}, ${value}, true)`);
};

/** How PostgreSQL plans the statements of a test. */
const PLANS: [string, (db: Database) => Promise<unknown>][] = [
  ['planned for the values', async () => {}],
  ['planned once', asShared],
];

/** A search with the index for the seventh of the texts. */
function searchOf(mode: SearchMode, limit: number): CandidateSearch {
  const embedding = mode === 'LEXICAL' ? null : direction(7);
  return {
    query: {
      mode,
      text: '7',
      ranges: [],
      dateWeight: 0,
      during: [],
      readsEntrySimilarity: false,
      embedding,
    },
    chunkCount: MANY,
    method: 'HNSW',
    efSearch: limit,
    reach: 0,
    chunks: limit,
    entries: limit,
    choice: null,
    known: [],
  };
}

/** Thrown to roll a transaction back. */
class Done extends Error {}

/** The rows of a table that `read` reads in a transaction, which is rolled back. */
async function rowsRead(
  table: keyof typeof tables,
  read: (db: Database) => Promise<unknown>,
  prepare: (db: Database) => Promise<unknown> = async () => {},
): Promise<number> {
  let rows = Number.NaN;
  const rolledBack = server.app.connection.transaction(async (db) => {
    await prepare(db);
    const before = await countRowsRead(db, table);
    await read(db);
    rows = (await countRowsRead(db, table)) - before;
    throw new Done();
  });
  await expect(rolledBack).rejects.toThrow(Done);
  return rows;
}

/**
 * Changes the statistics of a table, so that PostgreSQL expects a word in so many rows that it would check row after
 * row.
 */
const expectMany = (table: 'entries' | 'traces') => async (db: Database) => {
  await db.execute(sql`analyze ${sql.identifier(table)}`);
  await db.execute(sql`update pg_class set reltuples = 1000000 where oid = ${table}::regclass`);
  await db.execute(sql`delete from pg_statistic where starelid = ${`${table}_words`}::regclass`);
};

function scopeOf(memoryId: string): ChunkScope {
  const space = server.app.embedders.defaultSpace;
  return { ...UNRESTRICTED_SCOPE, projectId: project.id, space, memoryIds: [memoryId] };
}

describe.skipIf(isCitus)('rows that are read', () => {
  beforeAll(async () => {
    project = await server.project();
    large = await project.memory(NO_MERGES);
    const readPages = (db: Database) =>
      Promise.all([
        selectEntries(db, { projectId: project.id, memoryIds: null }, UNFILTERED, PAGE),
        selectEntriesOfMemories(
          db,
          { projectId: project.id, memoryIds: [large] },
          UNFILTERED,
          PAGE,
        ),
      ]);
    await rowsRead('entries', readPages, asShared);
    await fill(server, project, large, { count: MANY, kind: 'FACT' });
    rowsOfOldPlans = await rowsRead('entries', readPages, asShared);
    await server.app.db.execute(sql`analyze`);
    small = await project.memory(NO_MERGES);
    await fill(server, project, small, { count: FEW, kind: 'FACT' });
  });

  it('has the nearest chunks in their order where a search reads further in the index', async () => {
    const found = (change: Partial<CandidateSearch>) =>
      server.app.connection.readTransaction(async (db) => {
        const search = { ...searchOf('SEMANTIC', FEW), ...change };
        const { found } = await selectCandidates(db, scopeOf(large), search);
        return found.map(({ text }) => text);
      });
    const exact = await found({ method: 'EXACT' });
    expect(exact).toHaveLength(FEW);
    // The index returns those behind its candidates in an approximate order.
    expect(await found({ efSearch: 2, reach: MANY })).toEqual(exact);
  });

  it('are the entries of the nearest chunks, also for several texts', async () => {
    const vectors = [1, 2, 3, 4, 5, 6, 7, 8].map(direction);
    const rows = await rowsRead('entries', (db) =>
      findNearestChunks(db, scopeOf(large), { ...SEARCH, vectors }),
    );
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThanOrEqual(vectors.length * SEARCH.limit);
  });

  it('are the chunks of the memory, also while the statistics know another one only', async () => {
    const nearestOf = (count: number) =>
      rowsRead('chunks', (db) => {
        const vectors = Array.from({ length: count }, (_, i) => direction(i));
        return findNearestChunks(db, scopeOf(small), { ...SEARCH, vectors });
      });
    expect(await nearestOf(1)).toBe(FEW);
    expect(await nearestOf(2)).toBe(FEW);
  });

  it.each<[SearchMode, number]>([
    ['SEMANTIC', 5],
    ['SEMANTIC', 40],
    ['LEXICAL', 5],
    ['HYBRID', 5],
    ['HYBRID', 40],
  ])('are those that a search finds by the indexes: %s, %i chunks', async (mode, limit) => {
    const search = searchOf(mode, limit);
    await indexNow(server, project);
    let found = 0;
    const rows = await rowsRead('chunks', async (db) => {
      found = (await selectCandidates(db, scopeOf(large), search)).found.length;
    });
    expect(found).toBe(mode === 'LEXICAL' ? 1 : limit);
    // Of 40 chunks, the index reads some more, and each is read again to be compared.
    expect(rows).toBeLessThan(3 * limit + FEW);
  });

  // Where there are many small projects, whose chunks do not enter the index, most chunks are pending.
  describe('while the statistics say that most chunks are pending', () => {
    const setIndexed = (db: Database, isIndexed: boolean, from: number) =>
      db.execute(sql`update chunks set is_indexed = ${isIndexed}
        where project_id = ${project.id} and entry_id >= (
          select id from entries where project_id = ${project.id} order by id offset ${from} limit 1)`);
    const chunksRead = async (read: (db: Database) => Promise<unknown>) => {
      // The background job that indexes chunks must be done, since it updates the same rows.
      await indexNow(server, project);
      return rowsRead('chunks', read, async (db) => {
        await setIndexed(db, false, 0);
        await db.execute(sql`analyze chunks`);
        await setIndexed(db, true, 0);
        await setIndexed(db, false, MANY);
      });
    };

    it('are the chunks that are added to the index', async () => {
      const rows = await chunksRead((db) => indexPendingChunks(db, project.id, FEW));
      // Each is read to lock it and to change it.
      expect(rows).toBeGreaterThanOrEqual(FEW);
      expect(rows).toBeLessThan(10 * FEW);
    });

    it.each([1, 2])('are those that a search of the index finds for %i vectors', async (count) => {
      const vectors = Array.from({ length: count }, (_, i) => direction(i));
      const search = { ...SEARCH, vectors, method: 'HNSW', efSearch: 10 } as const;
      const rows = await chunksRead((db) => findNearestChunks(db, scopeOf(large), search));
      expect(rows).toBeGreaterThanOrEqual(FEW);
      expect(rows).toBeLessThan(MANY / 4);
    });

    it.each<SearchMode>(['SEMANTIC', 'HYBRID'])('are those of a %s search', async (mode) => {
      const search = searchOf(mode, 10);
      const scope = { ...scopeOf(large), memoryIds: null };
      const rows = await chunksRead((db) => selectCandidates(db, scope, search));
      expect(rows).toBeGreaterThanOrEqual(FEW);
      expect(rows).toBeLessThan(MANY / 4);
    });

    it('are those that are pending, where they are counted', async () => {
      const rows = await chunksRead(async (db) => {
        expect(await countPending(db, project.id, MANY)).toBe(FEW);
      });
      expect(rows).toBeLessThan(MANY / 4);
    });
  });

  it.each<[string, 'entries' | 'chunks', (db: Database, ids: string[]) => Promise<unknown>]>([
    [
      'utilities',
      'entries',
      (db, ids) =>
        updateUtilities(
          db,
          project.id,
          ids.map((id) => ({ id, utility: 0.7, reviewCount: 1 })),
        ),
    ],
    [
      'kinds',
      'chunks',
      (db, ids) =>
        updateChunks(
          db,
          project.id,
          ids.map((id) => ({ id, kind: 'PLAN', expiresAt: null })),
        ),
    ],
    [
      'ended statements',
      'chunks',
      (db, ids) =>
        endChunks(db, project.id, {
          statements: ids.map((entryId) => ({ entryId, numbers: [1] })),
          space: server.app.embedders.defaultSpace,
          at: new Date(),
        }),
    ],
  ])('are those of the entries that are changed: %s', async (_, table, change) => {
    await indexNow(server, project);
    let ids: string[] = [];
    const rows = await rowsRead(
      table,
      (db) => change(db, ids),
      async (db) => {
        await db.execute(sql`analyze`);
        const found = await db.select({ id: entries.id }).from(entries).limit(FEW);
        ids = found.map(({ id }) => id);
      },
    );
    expect(ids).toHaveLength(FEW);
    expect(rows).toBeGreaterThanOrEqual(FEW);
    expect(rows).toBeLessThan(10 * FEW);
  });

  it('are those of the pages, where their statements were planned while the tables were empty', () => {
    expect(rowsOfOldPlans).toBe(2 * (FEW + 1));
  });

  it.each(PLANS)(
    'are those of a page, where almost all entries are in one memory: %s',
    async (_, plan) => {
      const read = async (db: Database) => {
        const all = { projectId: project.id, memoryIds: null };
        expect(await selectEntries(db, all, UNFILTERED, PAGE)).toHaveLength(FEW + 1);
      };
      expect(await rowsRead('entries', read, plan)).toBe(FEW + 1);
    },
  );

  it.each(PLANS)(
    'are those of the pages of several memories, where all entries are in one of them: %s',
    async (_, plan) => {
      const memoryIds = [large, await project.memory(), await project.memory()];
      const rows = await rowsRead(
        'entries',
        async (db) => {
          const inMemories = { projectId: project.id, memoryIds };
          const pages = await selectEntriesOfMemories(db, inMemories, UNFILTERED, PAGE);
          expect(memoryIds.map((id) => pages.get(id)?.length)).toEqual([FEW + 1, 0, 0]);
        },
        async (db) => {
          await db.execute(sql`delete from entries where memory_id = ${small}`);
          await db.execute(sql`analyze entries`);
          await plan(db);
        },
      );
      expect(rows).toBe(FEW + 1);
    },
  );

  it.each<EntryOrder['direction']>(['DESC', 'ASC'])(
    'are few where entries are listed by a rare word: %s',
    async (direction) => {
      const order: EntryOrder = { field: 'CREATED_AT', direction };
      const isDescending = direction === 'DESC';
      const list = { ...ALL_COLUMNS, order, slice: sliceOf(entryOrder(order), {}) };
      // Only the entry at the end of the list has this word.
      const text = isDescending ? '0' : `${MANY - 1}`;
      const content = `Plan number ${text}`;
      const filter = { conditions: ANY_ENTRY, text, isDeleted: false, isSuperseded: null };
      const contents = (rows: EntryRow[]) => rows.map(({ statements }) => statements[0]?.text);
      const all = { projectId: project.id, memoryIds: null };
      const ofProject = await rowsRead(
        'entries',
        async (db) => {
          // The small memory has an entry with the number 0, too.
          const found = contents(await selectEntries(db, all, filter, list));
          expect(found).toEqual(isDescending ? [content, content] : [content]);
        },
        expectMany('entries'),
      );
      expect(ofProject).toBeLessThan(MANY);
      const inMemory = { projectId: project.id, memoryIds: [large] };
      const ofMemory = await rowsRead(
        'entries',
        async (db) => {
          const pages = await selectEntriesOfMemories(db, inMemory, filter, list);
          expect(contents(pages.get(large) ?? [])).toEqual([content]);
        },
        expectMany('entries'),
      );
      expect(ofMemory).toBeLessThan(MANY);
    },
  );

  it('are the first ones where entries are listed by a frequent word', async () => {
    const order: EntryOrder = { field: 'CREATED_AT', direction: 'ASC' };
    const list = { ...ALL_COLUMNS, order, slice: sliceOf(entryOrder(order), {}) };
    // Of the first 105 entries, 16 have a number that begins with 1. The next ones fill the page of 21.
    const filter = { ...UNFILTERED, text: '1' };
    const all = { projectId: project.id, memoryIds: null };
    const rows = await rowsRead('entries', async (db) => {
      expect(await selectEntries(db, all, filter, list)).toHaveLength(21);
    });
    expect(rows).toBeLessThan(3 * 105);
  });

  it.each<TraceOrder['direction']>(['DESC', 'ASC'])(
    'are few where traces are listed by a rare word: %s',
    async (direction) => {
      const { id } = await createTrace(project, { task: 'Task 0' });
      await server.app.db.execute(sql`insert into traces select (jsonb_populate_record(traces,
        jsonb_build_object('id', traces.id || i, 'task', 'Task ' || i))).*
        from traces, generate_series(1, ${MANY}) as i where traces.id = ${id}`);
      const order: TraceOrder = { field: 'CREATED_AT', direction };
      const slice = sliceOf(traceOrder(order), {});
      // Only the trace at the end of the list has this word: ids are sorted as texts, so that of 99 is behind that of
      // 800.
      const text = direction === 'DESC' ? '0' : '99';
      const listed = { projectId: project.id, conditions: { ...ANY_TRACE, text } };
      const rows = await rowsRead(
        'traces',
        async (db) => {
          const found = await selectTraces(db, listed, { slice, order });
          expect(found.map(({ task }) => task)).toEqual([`Task ${text}`]);
        },
        expectMany('traces'),
      );
      expect(rows).toBeLessThan(MANY / 2);
      await server.app.db.delete(traces);
    },
  );

  it.each<[string, EntryOrder, Partial<EntryConditions>]>([
    ['the last changed', { field: 'UPDATED_AT', direction: 'DESC' }, {}],
    ['those that were changed first', { field: 'UPDATED_AT', direction: 'ASC' }, {}],
    ['those of a rare kind', NEWEST_FIRST, { kinds: ['PLAN'] }],
    [
      'those that were changed since a time',
      NEWEST_FIRST,
      { updatedAfter: new Date('2999-01-01') },
    ],
  ])('are those of a page of entries, where it has %s', async (_, order, conditions) => {
    const all = { projectId: project.id, memoryIds: null };
    const filter = { ...UNFILTERED, conditions: { ...ANY_ENTRY, ...conditions } };
    const page = { ...PAGE, order, slice: sliceOf(entryOrder(order), { first: FEW }) };
    let found = 0;
    const rows = await rowsRead(
      'entries',
      async (db) => {
        found = (await selectEntries(db, all, filter, page)).length;
      },
      async (db) => {
        await db.execute(sql`update entries set kind = 'PLAN', updated_at = '2999-01-01' where project_id = ${project.id}
          and id in (select id from entries where project_id = ${project.id} order by id limit ${FEW + 1})`);
        await db.execute(sql`analyze entries`);
      },
    );
    expect(found).toBe(FEW + 1);
    expect(rows).toBeLessThan(3 * FEW);
  });

  it('are the deleted memories, where the entries of the others are listed', async () => {
    const all = { projectId: project.id, memoryIds: null };
    const rows = await rowsRead(
      'memories',
      (db) => selectEntries(db, all, UNFILTERED, PAGE),
      async (db) => {
        await db.execute(sql`insert into memories select (jsonb_populate_record(memories, jsonb_build_object(
          'id', memories.id || i, 'name', 'Memory ' || i, 'deleted_at', case when i <= ${FEW} then now() end))).*
          from memories, generate_series(1, ${MANY}) as i where memories.id = ${large}`);
        await db.execute(sql`analyze memories`);
      },
    );
    expect(rows).toBe(FEW);
  });

  it('are the jobs of the traces, where these are listed by the status of their reflection', async () => {
    const { id } = await createTrace(project, { task: 'A task' });
    const order: TraceOrder = { field: 'CREATED_AT', direction: 'DESC' };
    const slice = sliceOf(traceOrder(order), {});
    const conditions = { ...ANY_TRACE, reflectionStatus: 'COMPLETED' } as const;
    const rows = await rowsRead(
      'jobs',
      async (db) => {
        const found = await selectTraces(
          db,
          { projectId: project.id, conditions },
          { slice, order },
        );
        expect(found).toHaveLength(1);
      },
      async (db) => {
        await db.execute(sql`insert into jobs (project_id, id, kind, subject, status, run_at, created_at)
          select ${project.id}, 'job_' || i, 'TRACE_REFLECTION', case when i = 1 then ${id} else 'trc_' || i end,
            'COMPLETED', now(), now() from generate_series(1, ${MANY}) as i`);
        await db.execute(sql`analyze`);
      },
    );
    expect(rows).toBeLessThan(FEW);
    await server.app.db.delete(traces);
  });

  it('are the deleted entries, where these are listed and counted', async () => {
    const all = { projectId: project.id, memoryIds: null };
    const deleted = { conditions: ANY_ENTRY, text: null, isDeleted: true, isSuperseded: null };
    const slice = sliceOf(entryOrder(NEWEST_FIRST), {});
    const list = { slice, order: NEWEST_FIRST, columns: entryColumns(['id']) };
    let [found, counted] = [0, 0];
    const rows = await rowsRead(
      'entries',
      async (db) => {
        found = (await selectEntries(db, all, deleted, list)).length;
        counted = await countEntries(db, all, deleted);
      },
      (db) =>
        db.execute(sql`update entries set deleted_at = now() where project_id = ${project.id} and id in (
          select id from entries where project_id = ${project.id} order by id limit ${FEW})`),
    );
    expect([found, counted, rows]).toEqual([FEW, FEW, 2 * FEW]);
  });
});
