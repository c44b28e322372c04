import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { connect } from '../src/db/connect.ts';
import type { Database } from '../src/db/database.ts';
import { createDatabase } from '../src/db/embedded/new-database.ts';
import { type RunningServer, startServer } from '../src/http/server.ts';
import { newId } from '../src/ids.ts';
import { createLog } from '../src/log.ts';
import { closeApp, openApp } from '../src/open-app.ts';
import { createEmptyDatabase, isEmbedded, type TestDatabase } from './support/database.ts';
import { bagOfWords, type ModelServer, startModelServer } from './support/model-server.ts';
import { ROOT_KEY, run, testEnv } from './support/server.ts';

/** Data of the schema before statements (0013), which later migrations carry over. */

const SPACE = 'test-embedder/64';
const CREATED = '2026-01-02T03:04:05.678Z';
const UPDATED = '2026-02-03T04:05:06.789Z';

const project = newId('prj');
const memory = newId('mem');
const agent = newId('agt');
const ids = {
  merged: newId('me'),
  edited: newId('me'),
  joined: newId('me'),
  long: newId('me'),
  seen: newId('me'),
  deleted: newId('me'),
};

const EMAIL = 'Alice prefers email';
const MORNING = 'Alice prefers email in the morning';
const CHESS = ['Carol plays chess', 'Carol plays go'];
const LONG = ['The first half of a manual', 'its second half about valves'];

/** The transaction numbers and types of events, in the order in which they were inserted. */
const OLD_EVENTS = [
  [30, 'MEMORY_DELETED'],
  [20, 'MEMORY_CREATED'],
  [20, 'MEMORY_UPDATED'],
  [20, 'ENTRY_MERGED'],
  [20, 'ENTRY_JOINED'],
] as const;

type OldEntry = {
  id: string;
  kind?: string;
  passages: string[];
  metadata?: object;
  revision?: number;
  deletedAt?: string | null;
  /** The texts of the chunks, with a hash where a passage begins. */
  chunks?: [text: string, hash: string | null][];
};

async function insertEntry(db: Database, entry: OldEntry): Promise<void> {
  const { id, kind = 'FACT', passages, metadata = {}, revision = 0, deletedAt = null } = entry;
  const chunks = entry.chunks ?? passages.map((text): [string, string] => [text, `${id} ${text}`]);
  const texts = sql`array(select jsonb_array_elements_text(${JSON.stringify(passages)}::jsonb))`;
  await db.execute(sql`insert into entries (project_id, id, memory_id, kind, source, passages, metadata, revision,
    created_by, updated_by, created_at, updated_at, deleted_at)
    values (${project}, ${id}, ${memory}, ${kind}, 'MANUAL', ${texts}, ${JSON.stringify(metadata)}::jsonb,
    ${revision}, 'key_old', 'key_old', ${CREATED}, ${UPDATED}, ${deletedAt})`);
  for (const [position, [text, hash]] of chunks.entries()) {
    await db.execute(sql`insert into chunks (project_id, entry_id, space, position, memory_id, kind, text, text_hash,
      embedding, is_indexed) values (${project}, ${id}, ${SPACE}, ${position}, ${memory}, ${kind}, ${text}, ${hash},
      ${JSON.stringify(bagOfWords(text))}::vector, true)`);
  }
}

async function insertRevision(
  db: Database,
  entryId: string,
  { number, passages, change }: { number: number; passages: string[]; change: string },
): Promise<void> {
  const texts = sql`array(select jsonb_array_elements_text(${JSON.stringify(passages)}::jsonb))`;
  await db.execute(sql`insert into revisions (project_id, entry_id, number, passages, metadata, change, actor,
    created_at) values (${project}, ${entryId}, ${number}, ${texts}, '{}'::jsonb, ${change}, 'key_old', ${UPDATED})`);
}

async function insertOldData(db: Database): Promise<void> {
  await db.execute(sql`insert into projects (project_id, name, embedding_model, embedding_dimensions, created_at,
    updated_at) values (${project}, 'old', 'test-embedder', 64, ${CREATED}, ${CREATED})`);
  await db.execute(sql`insert into memories (project_id, id, name, tags, entry_count, chunk_count, content_bytes,
    created_at, updated_at) values (${project}, ${memory}, 'old', '{}', 5, 8, 230, ${CREATED}, ${CREATED})`);
  await insertEntry(db, {
    id: ids.merged,
    passages: [EMAIL, MORNING],
    metadata: { customer: 'A' },
    revision: 1,
  });
  await insertRevision(db, ids.merged, { number: 1, passages: [EMAIL], change: 'MERGED' });
  await insertEntry(db, { id: ids.edited, passages: ['The zoo opens at ten'], revision: 2 });
  const zoo = ['The zoo opens at nine', 'The zoo opens at nine on Sundays'];
  await insertRevision(db, ids.edited, { number: 1, passages: zoo.slice(0, 1), change: 'MERGED' });
  await insertRevision(db, ids.edited, { number: 2, passages: zoo, change: 'EDITED' });
  await insertEntry(db, { id: ids.joined, passages: CHESS, revision: 1 });
  await insertRevision(db, ids.joined, {
    number: 1,
    passages: CHESS.slice(0, 1),
    change: 'JOINED',
  });
  const [first = '', second = ''] = LONG;
  await insertEntry(db, {
    id: ids.long,
    passages: [LONG.join(' ')],
    chunks: [
      [first, 'long'],
      [second, null],
    ],
  });
  const seen = 'It rained in Oslo';
  await insertEntry(db, {
    id: ids.seen,
    kind: 'OBSERVATION',
    passages: [seen],
    chunks: [[seen, null]],
  });
  await insertEntry(db, {
    id: ids.deleted,
    passages: ['Bob likes tea'],
    chunks: [],
    deletedAt: UPDATED,
  });
  const config = {
    scope: { memoryIds: [memory] },
    minScore: 0.1,
    limit: 5,
    ranking: 'SIMILARITY',
    lambda: 0.5,
    mmrLambda: 1,
    reflections: false,
    writeMemoryId: null,
    injectAs: 'SYSTEM',
  };
  await db.execute(sql`insert into agents (project_id, id, name, max_steps, knowledge_config, created_at, updated_at)
    values (${project}, ${agent}, 'old', 5, ${JSON.stringify(config)}::jsonb, ${CREATED}, ${CREATED})`);
  for (const [transaction, type] of OLD_EVENTS) {
    await db.execute(sql`insert into events (project_id, transaction, type, memory_id, memory_tags, changes, actor,
      created_at) values (${project}, ${transaction}, ${type}, ${memory}, '{}', '[]'::jsonb, 'key_old', ${CREATED})`);
  }
}

/** A folder with the migrations before 0014. */
async function oldMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-migrations-'));
  const names = (await readdir('drizzle')).filter((name) => name < '0014' && name.endsWith('.sql'));
  for (const name of names) await cp(join('drizzle', name), join(folder, name));
  const journal = JSON.parse(await readFile('drizzle/meta/_journal.json', 'utf8'));
  const entries = journal.entries.filter(({ idx }: { idx: number }) => idx < 14);
  await mkdir(join(folder, 'meta'));
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
  return folder;
}

let database: TestDatabase;
let models: ModelServer;
let app: App;
let server: RunningServer;

beforeAll(async () => {
  database = await createEmptyDatabase();
  models = await startModelServer();
  const config = readConfig(testEnv(database, models));
  const log = createLog(config);
  const folder = await oldMigrations();
  if (isEmbedded) {
    // A prepared database has the tables of this version.
    const files = join(database.env.LOREBASE_DATA_DIR, 'database');
    await mkdir(files);
    await createDatabase(files, log, { fsync: false }, null);
  }
  const { connection } = await connect(config, log);
  await connection.migrate(folder);
  await insertOldData(connection.db);
  await connection.close();
  await rm(folder, { recursive: true });
  app = await openApp(config, log);
  server = await startServer(app);
});

afterAll(async () => {
  await server.close();
  await closeApp(app);
  await models.close();
  await database.drop();
});

const ask = (query: string, variables: Record<string, unknown> = {}) =>
  run(server.url, ROOT_KEY, query, variables, project);

const ENTRY = `query ($id: ID!) { entry(id: $id) { content metadata kind lastStatedAt deletedAt
  statements { number text source metadata context actor { id } occurredAt firstStatedAt lastStatedAt statedCount }
  revisions { nodes { number change content } } } }`;
const SEARCH = `query ($query: String!, $mode: SearchMode) { searchKnowledge(input: { query: $query, mode: $mode,
  limit: 1 }) { results { entry { id } matches { statement { number } } } } }`;

const entryOf = async (id: string) => (await ask(ENTRY, { id })).entry;

describe('events of the schema before numbers', () => {
  it('keep their order, have cursors, and come before new ones', async () => {
    const log = 'query ($after: String) { events(after: $after) { nodes { cursor type } } }';
    const { nodes } = (await ask(log)).events;
    const types = nodes.map(({ type }: { type: string }) => type);
    expect(types).toEqual([
      'MEMORY_CREATED',
      'MEMORY_UPDATED',
      'ENTRY_STATEMENT_ADDED',
      'ENTRY_MERGED',
      'MEMORY_DELETED',
    ]);
    await ask(
      `mutation { updateMemory(input: { memoryId: "${memory}", description: "New" }) { memory { id } } }`,
    );
    const after = (await ask(log, { after: nodes[3].cursor })).events.nodes;
    expect(after.map(({ type }: { type: string }) => type)).toEqual([
      'MEMORY_DELETED',
      'MEMORY_UPDATED',
    ]);
  });
});

describe('data of the schema before statements', () => {
  it('has a statement for each passage, with the times of its entry', async () => {
    const { statements, revisions, ...merged } = await entryOf(ids.merged);
    expect(merged).toMatchObject({
      content: `${EMAIL}\n${MORNING}`,
      metadata: { customer: 'A' },
      lastStatedAt: UPDATED,
      deletedAt: null,
    });
    const common = {
      source: 'MANUAL',
      metadata: { customer: 'A' },
      context: null,
      actor: { id: 'key_old' },
      occurredAt: null,
      statedCount: 1,
    };
    expect(statements).toEqual([
      { number: 1, text: EMAIL, ...common, firstStatedAt: CREATED, lastStatedAt: CREATED },
      { number: 2, text: MORNING, ...common, firstStatedAt: UPDATED, lastStatedAt: UPDATED },
    ]);
    expect(revisions.nodes).toEqual([{ number: 1, change: 'STATEMENT_ADDED', content: EMAIL }]);
    const edited = await entryOf(ids.edited);
    expect(edited.revisions.nodes.map((one: { content: string }) => one.content)).toEqual([
      'The zoo opens at nine\nThe zoo opens at nine on Sundays',
      'The zoo opens at nine',
    ]);
  });

  it('has the present names of changes', async () => {
    const { revisions } = await entryOf(ids.joined);
    expect(revisions.nodes).toEqual([{ number: 1, change: 'MERGED', content: CHESS[0] }]);
  });

  it.each([
    ['Alice email morning', ids.merged, 2],
    ['manual half valves', ids.long, 1],
    ['rained Oslo', ids.seen, 1],
  ])('is found by %s', async (query, id, number) => {
    for (const mode of ['SEMANTIC', 'HYBRID', 'LEXICAL']) {
      const { results } = (await ask(SEARCH, { query, mode })).searchKnowledge;
      expect(results).toMatchObject([{ entry: { id } }]);
      expect(results[0].matches[0].statement.number).toBe(number);
    }
  });

  it('is skipped by a write of the same text, and merged with a similar one', async () => {
    const write = `mutation ($content: String!, $metadata: JSONObject) { writeEntry(input: { memoryId: "${memory}",
      content: $content, metadata: $metadata }) { action entry { id content } } }`;
    const { writeEntry: same } = await ask(write, { content: MORNING });
    expect(same).toMatchObject({ action: 'SKIPPED', entry: { id: ids.merged } });
    const { writeEntry: rain } = await ask(write, { content: LONG.join(' ') });
    expect(rain).toMatchObject({ action: 'SKIPPED', entry: { id: ids.long } });
    const { writeEntry: other } = await ask(write, {
      content: EMAIL,
      metadata: { customer: 'B' },
    });
    expect(other.action).toBe('CREATED');
  });

  it('is reverted, and its statements then have numbers of their own', async () => {
    const revert = `mutation ($id: ID!) { revertEntry(input: { entryId: $id, revision: 2 }) { entry { content } } }`;
    const { revertEntry } = await ask(revert, { id: ids.edited });
    const zoo = 'The zoo opens at nine\nThe zoo opens at nine on Sundays';
    expect(revertEntry.entry.content).toBe(zoo);
    const { writeEntry } = await ask(
      `mutation { writeEntry(input: { memoryId: "${memory}", updateThreshold: 0.5,
        content: "The zoo opens at nine on Sundays and Mondays" }) { action entry { id statements { number } } } }`,
    );
    expect(writeEntry).toMatchObject({ action: 'UPDATED', entry: { id: ids.edited } });
    const numbers = writeEntry.entry.statements.map((one: { number: number }) => one.number);
    expect(numbers).toEqual([1, 2, 3]);
    const { results } = (await ask(SEARCH, { query: 'zoo Sundays Mondays' })).searchKnowledge;
    expect(results).toMatchObject([
      { entry: { id: ids.edited }, matches: [{ statement: { number: 3 } }] },
    ]);
  });

  it('is restored and found again', async () => {
    const restore = `mutation ($id: ID!) { restoreEntry(input: { entryId: $id }) { entry { content } } }`;
    await ask(restore, { id: ids.deleted });
    const { results } = (await ask(SEARCH, { query: 'Bob tea' })).searchKnowledge;
    expect(results).toMatchObject([{ entry: { id: ids.deleted } }]);
  });

  it('is told to its agent as before: by meaning, by its relevance, without a budget', async () => {
    const { agent: read } = await ask(
      `query ($id: ID!) { agent(id: $id) { knowledgeConfig {
        mode ranking minScore relativeScore tokenBudget limit } } }`,
      { id: agent },
    );
    expect(read.knowledgeConfig).toEqual({
      mode: 'SEMANTIC',
      ranking: 'RELEVANCE',
      minScore: 0.1,
      relativeScore: 0,
      tokenBudget: 100_000,
      limit: 5,
    });
  });
});
