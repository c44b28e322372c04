// Bare SQL: node-postgres and pgvector, an HNSW index, vectors from the endpoint, and nothing else.
import pg from 'pg';
import { postJson } from './post-json.mjs';

const NEAREST = 'select text from facts order by embedding <=> $1::vector limit $2';

/** @param {import('./store.d.ts').Options} options */
export async function open({ databaseUrl, endpoint, dimensions, clients }) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: clients });
  await pool.query('create extension if not exists vector');
  await pool.query(
    `create table facts (id bigint generated always as identity primary key, text text not null,
       embedding vector(${dimensions}) not null)`,
  );
  await pool.query('create index on facts using hnsw (embedding vector_cosine_ops)');

  /** @param {string[]} texts @returns {Promise<string[]>} */
  const embed = async (texts) => {
    const body = { model: endpoint.model, input: texts };
    const { data } = await postJson(`${endpoint.url}/embeddings`, body);
    return data.map((/** @type {{ embedding: number[] }} */ one) => JSON.stringify(one.embedding));
  };
  /** @param {string[]} texts */
  const writeMany = async (texts) => {
    const vectors = await embed(texts);
    await pool.query({
      name: 'insert',
      text: 'insert into facts (text, embedding) select * from unnest($1::text[], $2::vector[])',
      values: [texts, vectors],
    });
  };
  return {
    write: (/** @type {string} */ text) => writeMany([text]),
    writeMany,
    search: async (/** @type {string} */ query, /** @type {number} */ limit) => {
      const [vector] = await embed([query]);
      const found = await pool.query({ name: 'nearest', text: NEAREST, values: [vector, limit] });
      return found.rows.map(({ text }) => text);
    },
  };
}
