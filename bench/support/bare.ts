import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import type { App } from '../../src/app.ts';
import { SEARCH_SETTINGS } from '../../src/db/hnsw-index.ts';
import { DIMENSIONS } from './bench.ts';

type BareRow = { id: string; text: string; vector: number[] };

/** Rows and vectors through the bare driver, without Lorebase: what the database itself can do. */
export type Bare = {
  /** Inserts rows in one statement. */
  insert(rows: BareRow[]): Promise<void>;
  /** Inserts many rows, and builds the index once at the end. */
  fill(rows: BareRow[]): Promise<void>;
  nearest(vector: number[], limit: number): Promise<string[]>;
  query(text: string, parameters: unknown[]): Promise<unknown[]>;
  close(): Promise<void>;
};

type Run = (text: string, parameters: unknown[]) => Promise<unknown[]>;

/** A table of its own with an HNSW index, on the app's database. */
export async function openBare(app: App, pool = 10): Promise<Bare> {
  const url = app.config.databaseUrl;
  // With Lorebase's settings: by default a filtered search of the index finds a quarter of what it should.
  const client = url
    ? postgres(url, { max: pool, onnotice: () => {}, connection: { ...SEARCH_SETTINGS } })
    : null;
  const embedded = app.db as unknown as {
    $client: { query(text: string, p: unknown[]): Promise<{ rows: unknown[] }> };
  };
  const run: Run = client
    ? async (text, parameters) => [
        ...(await client.unsafe(text, parameters as never[], { prepare: true })),
      ]
    : async (text, parameters) => (await embedded.$client.query(text, parameters)).rows;
  const table = `bare_${Math.random().toString(36).slice(2)}`;
  await app.db.execute(
    sql.raw(
      `create table ${table} (id text primary key, text text, embedding vector(${DIMENSIONS}))`,
    ),
  );
  const createIndex = () =>
    app.db.execute(
      sql.raw(`create index ${table}_hnsw on ${table} using hnsw (embedding vector_cosine_ops)`),
    );
  await createIndex();
  const insert = async (rows: BareRow[]) => {
    const values = rows.map((_, i) => `($${3 * i + 1}, $${3 * i + 2}, $${3 * i + 3}::vector)`);
    await run(
      `insert into ${table} values ${values.join(', ')}`,
      rows.flatMap(({ id, text, vector }) => [id, text, JSON.stringify(vector)]),
    );
  };
  return {
    insert,
    fill: async (rows) => {
      await app.db.execute(sql.raw(`drop index ${table}_hnsw`));
      for (let i = 0; i < rows.length; i += 500) await insert(rows.slice(i, i + 500));
      await createIndex();
      await app.db.execute(sql.raw(`vacuum analyze ${table}`));
    },
    nearest: async (vector, limit) => {
      const rows = await run(
        `select id from ${table} order by embedding <=> $1::vector limit ${limit}`,
        [JSON.stringify(vector)],
      );
      return rows.map((row) => (row as { id: string }).id);
    },
    query: run,
    close: async () => {
      await app.db.execute(sql.raw(`drop table ${table}`));
      await client?.end();
    },
  };
}
