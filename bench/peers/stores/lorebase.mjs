// Lorebase over HTTP, with a key of a project, its default deduplication and its default search (HYBRID).
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';
import { postJson } from './post-json.mjs';

const CREATE_KEY =
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
const CREATE_MEMORY =
  'mutation ($input: CreateMemoryInput!) { createMemory(input: $input) { memory { id } } }';
const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) {
  writeEntries(input: $input) { results { ... on WriteEntryPayload { action } ... on ItemError { message } } } }`;
const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { content } } } }`;

/**
 * Chunks that are not in the vector index yet: until then searches compare them exactly. Those of a project with fewer than
 * 100,000 do not enter it (the default of VECTOR_INDEX_FROM).
 */
const PENDING = `select 1 from chunks where not is_indexed and known_until is null
  and (select sum(chunk_count) from memories) >= 100000 limit 1`;

/** @param {import('./store.d.ts').Options} options */
export async function open({ databaseUrl, server }) {
  if (!server) throw new Error('No server was started');
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  /** @param {string} key @param {string} query @param {object} input @param {object} headers */
  const ask = async (key, query, input, headers = {}) => {
    const body = { query, variables: { input } };
    const all = { 'x-api-key': key, ...headers };
    const { data, errors } = await postJson(`${server.url}/graphql`, body, all);
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const made = await ask(
    server.rootKey,
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }',
    { name: 'peers' },
  );
  const inProject = { 'lorebase-project': made.createProject.project.id };
  const key = { name: 'peers', role: 'WRITE' };
  const { secret } = (await ask(server.rootKey, CREATE_KEY, key, inProject)).createApiKey;
  const { memory } = (await ask(secret, CREATE_MEMORY, { name: 'facts' })).createMemory;

  /** @type {Record<string, number>} */
  const outcomes = {};
  /** @param {{ action?: string; message?: string }} result */
  const count = ({ action, message }) => {
    if (action === undefined) throw new Error(message);
    outcomes[action] = (outcomes[action] ?? 0) + 1;
  };
  return {
    write: async (/** @type {string} */ content) => {
      count((await ask(secret, WRITE, { memoryId: memory.id, content })).writeEntry);
    },
    writeMany: async (/** @type {string[]} */ texts) => {
      const items = texts.map((content) => ({ content }));
      const { writeEntries } = await ask(secret, WRITE_MANY, { memoryId: memory.id, items });
      writeEntries.results.forEach(count);
    },
    search: async (/** @type {string} */ query, /** @type {number} */ limit) => {
      const { searchKnowledge } = await ask(secret, SEARCH, { query, limit });
      return searchKnowledge.results.map(
        (/** @type {{ entry: { content: string } }} */ result) => result.entry.content,
      );
    },
    settle: async () => {
      while ((await database.query(PENDING)).rows.length > 0) await after(50);
    },
    outcomes: () => outcomes,
  };
}
