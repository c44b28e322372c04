import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import pg from 'pg';
import { pino } from 'pino';
import { openMiniLm } from '../../src/models/minilm/embedder.ts';
import { DIMENSIONS, readRows } from './bench.ts';
import { noiseOf } from './vectors.ts';

/** Millions of entries, made by PostgreSQL itself: their texts and vectors are combined from those of public facts. */

const NOISE_VECTORS = 8000;
const AT_ONCE = 3;
const BATCH = 10_000;
const INSERTED_AT_ONCE = 500;

/** A text with its vector, as the database writes it. */
export type Sample = { text: string; question: string; vector: string };

/** How long it took, in seconds. */
export type Filled = { rows: number; indexes: number; hnsw: number };

export type MassFill = Awaited<ReturnType<typeof openMassFill>>;

/** The schema `growth` of a database: the facts, and the memories among which entries are distributed by turns. */
export async function openMassFill(
  url: string,
  options: { data: string; space: string; isIndexed: boolean },
) {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE + 1 });
  // The database is dropped with its idle connections where a benchmark fails.
  pool.on('error', () => {});
  const facts = readRows<{ text: string }>(options, 'facts.jsonl').map(({ text }) => text);
  const vectors = await embedOnce(facts);
  const { length } = facts;
  const { rows: made } = await pool.query(
    "select to_regnamespace('growth') is not null as is_made",
  );
  if (!made[0].is_made) await store();

  async function store() {
    await pool.query(`create schema growth;
    create table growth.fact (number int primary key, head text, tail text, vector vector(${DIMENSIONS}));
    create table growth.noise (number int primary key, vector vector(${DIMENSIONS}));
    create table growth.slot (number int primary key, project_id text, memory_id text)`);
    for (let start = 0; start < facts.length; start += INSERTED_AT_ONCE) {
      const part = facts.slice(start, start + INSERTED_AT_ONCE).map((text, i) => {
        const words = text.split(/\s+/);
        const half = Math.ceil(words.length / 2);
        const vector = (vectors[start + i] ?? []).map((value) => value / Math.SQRT2);
        return [words.slice(0, half).join(' '), words.slice(half).join(' '), `[${vector}]`];
      });
      const column = (place: number) => part.map((row) => row[place]);
      await pool.query(
        `insert into growth.fact select ${start} + number - 1, head, tail, vector::vector
        from unnest($1::text[], $2::text[], $3::text[]) with ordinality as given(head, tail, vector, number)`,
        [column(0), column(1), column(2)],
      );
    }
    for (let start = 0; start < NOISE_VECTORS; start += INSERTED_AT_ONCE) {
      const noise = Array.from({ length: INSERTED_AT_ONCE }, (_, i) => `[${noiseOf(start + i)}]`);
      await pool.query(
        `insert into growth.noise select ${start} + number - 1, vector::vector
        from unnest($1::text[]) with ordinality as given(vector, number)`,
        [noise],
      );
    }
    await pool.query('analyze growth.fact, growth.noise');
  }
  /** The texts and vectors of the numbers `n`: each is made of two facts, of which no other number has both. */
  const from = `join growth.fact one on one.number = n % ${length}
    join growth.fact other on other.number = (n::bigint * 31 + (n / ${length}) * 977) % ${length}
    join growth.noise noise on noise.number = (n::bigint * 7919 + n / ${NOISE_VECTORS}) % ${NOISE_VECTORS}`;
  const text = `one.head || ' ' || other.tail`;
  const vector = 'one.vector + other.vector + noise.vector';

  const insert = async (first: number, end: number) => {
    const client = await pool.connect();
    try {
      // Triggers would look up the entry of each chunk.
      await client.query(`begin; set local session_replication_role = replica`);
      await client.query(
        `with made as materialized (
          select n, '${ID_PREFIX}' || lpad(n::text, 23, '0') as id, ${text} as text,
            (${vector})::vector(${DIMENSIONS}) as vector, slot.*,
            date_trunc('milliseconds', now() - interval '1 year' + n * interval '20 seconds') as at
          from generate_series(${first}, ${end - 1}) as n ${from}
          join growth.slot slot on slot.number = n % (select count(*) from growth.slot)),
        entry as (
          insert into entries (project_id, id, memory_id, kind, source, statements, metadata, last_stated_at, created_by,
            updated_by, created_at, updated_at)
          select project_id, id, memory_id, 'FACT', 'MANUAL', jsonb_build_array(jsonb_build_object('number', 1,
            'text', text, 'source', 'MANUAL', 'metadata', '{}'::jsonb, 'context', null, 'actor', 'bench',
            'occurredAt', null, 'firstStatedAt', at, 'lastStatedAt', at, 'statedCount', 1)),
            '{}', at, 'bench', 'bench', at, at from made)
        insert into chunks (project_id, entry_id, space, position, memory_id, kind, statement, text, text_hash, embedding,
          is_indexed, occurred_at, known_from)
        select project_id, id, $1, 0, memory_id, 'FACT', 1, text, 'bench ' || id, vector, ${options.isIndexed}, at, at from made`,
        [options.space],
      );
      await client.query('commit');
    } finally {
      client.release();
    }
  };

  return {
    pool,
    setSlots: (slots: readonly { projectId: string; memoryId: string }[]) =>
      pool.query(
        `insert into growth.slot select number - 1, project_id, memory_id
          from unnest($1::text[], $2::text[]) with ordinality as given(project_id, memory_id, number)`,
        [slots.map(({ projectId }) => projectId), slots.map(({ memoryId }) => memoryId)],
      ),
    /** Stores the entries of these numbers as they would be after as many writes, and builds all indexes again. */
    fill: async (first: number, end: number): Promise<Filled> => {
      const { rows: indexes } = await pool.query<Index>(INDEXES);
      for (const { name } of indexes) await pool.query(`drop index ${name}`);
      const start = performance.now();
      const starts: number[] = [];
      for (let i = first; i < end; i += BATCH) starts.push(i);
      const limit = pLimit(AT_ONCE);
      await limit.map(starts, (i) => insert(i, Math.min(end, i + BATCH)));
      await pool.query(`update memories set entry_count = counted.entries, chunk_count = counted.entries,
          content_bytes = counted.bytes
        from (select project_id, memory_id, count(*) as entries, sum(octet_length(text)) as bytes from chunks
          group by 1, 2) as counted
        where memories.project_id = counted.project_id and id = counted.memory_id`);
      const inserted = performance.now();
      const isHnsw = ({ definition }: Index) => definition.includes('USING hnsw');
      for (const { definition } of indexes.filter(isHnsw)) await pool.query(definition);
      const hnsw = performance.now();
      await limit.map(
        indexes.filter((index) => !isHnsw(index)),
        ({ definition }) => pool.query(definition),
      );
      await pool.query('vacuum analyze');
      await pool.query('checkpoint');
      const analyzed = performance.now();
      return {
        rows: (inserted - start) / 1000,
        hnsw: (hnsw - inserted) / 1000,
        indexes: (analyzed - hnsw) / 1000,
      };
    },
    /** What further writes and searches could be about: each second word of the text is a question about it. */
    samples: async (first: number, count: number): Promise<Sample[]> => {
      const { rows } = await pool.query(
        `select ${text} as text, (${vector})::vector(${DIMENSIONS})::real[]::numeric(7, 5)[] as vector
          from generate_series(${first}, ${first + count - 1}) as n ${from}`,
      );
      return rows.map((row) => ({
        text: row.text,
        question: questionOf(row.text),
        vector: row.vector.join(),
      }));
    },
    close: () => pool.end(),
  };
}

/** Ids of the entries, which sort before those of entries that are written later. */
const ID_PREFIX = 'me_01h';

type Index = { name: string; definition: string };

/** Those that belong to no constraint. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('chunks'::regclass, 'entries'::regclass) and not indisprimary`;

/** The vectors of texts by the local model, which takes a minute or two for them; they are kept for the next run. */
async function embedOnce(texts: string[]): Promise<number[][]> {
  const digest = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `lorebase-bench-vectors-${digest}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const embedder = openMiniLm(pino({ level: 'silent' }));
  const vectors = (await embedder.embed(texts)).map((vector) => [...vector]);
  await embedder.close();
  writeFileSync(file, JSON.stringify(vectors));
  return vectors;
}

const WORDS_OF_QUESTION = 10;

function questionOf(text: string): string {
  const words = text.split(/\s+/).filter((_, i) => i % 2 === 1);
  return words.slice(0, WORDS_OF_QUESTION).join(' ');
}
