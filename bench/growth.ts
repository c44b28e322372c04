// How Lorebase grows: one project of 1,000 to 1,000,000 entries, then 10,000 projects of 100 entries, on one process
// and one PostgreSQL: times with 1 and 16 clients, recall beside an exact scan, sizes, memory and connections. npx tsx
// bench/growth.ts --database URL --data DIR [--sizes 1000,10000,100000,1000000] [--projects 10000]
//   [--entries 100] [--seconds 5] [--keep]  leaves its databases growth_one and growth_many  [--json FILE]
// (Linux; a million entries take about 8 GB of disk; maintenance_work_mem of 3 GB for the index of a million)
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { INDEXED_FROM, medianOf, quantile, ROOT_KEY, rounded } from './support/bench.ts';
import { startEmbeddingEndpoint } from './support/embedding-endpoint.ts';
import { type Asker, askForSeconds, openAsker, recallOf } from './support/growth-load.ts';
import { postgresMemory, postmasterOf, residentMb } from './support/machine.ts';
import { type MassFill, openMassFill, type Sample } from './support/mass-fill.ts';
import { LIST, NESTED } from './support/queries.ts';
import { openDatabases, type Servers, serverEnv, startServers } from './support/tenants.ts';

const { values: options } = parseArgs({
  options: {
    database: { type: 'string' },
    data: { type: 'string', default: '../shared/data' },
    sizes: { type: 'string', default: '1000,10000,100000,1000000' },
    projects: { type: 'string', default: '10000' },
    entries: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '5' },
    keep: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
if (options.database === undefined) {
  console.error('--database names the PostgreSQL server on which databases are made and dropped.');
  process.exit(2);
}
const sizes = options.sizes.split(',').filter(Boolean).map(Number);
const seconds = Number(options.seconds);
const MEMORIES = 100;
const CLIENTS = [1, 16];
const QUESTIONS = 300;
const RECALLED = 200;
/** Numbers of texts that are not stored before they are measured. */
const UNKNOWN = 50_000_000;
/** Processes keep what they know of many projects; of so many, the first two requests are timed. */
const FIRST_REQUESTS = 500;

type Figures = Record<string, string | number>;
const all: { one: Record<string, Figures>; many: Figures } = { one: {}, many: {} };
const known = new Map<string, string>();
const endpoint = await startEmbeddingEndpoint(known);
const databases = await openDatabases(options.database);
const postmaster = await postmasterOf(databases.admin);
let running: Servers | undefined;
process.on('exit', () => running?.kill());

async function serve(database: string): Promise<string> {
  await running?.stop();
  running = await startServers('.', 1, serverEnv(databases.urlOf(database), endpoint.env));
  return running.urls[0] ?? '';
}

function serverMb(): number {
  return rounded(residentMb(running?.pids[0] ?? Number.NaN), 0);
}

/**
 * Gives the vectors of the samples to the endpoint. Skips a sample whose question is also that of an earlier one,
 * because the endpoint has one vector for each text.
 */
function learn(samples: Sample[]): Sample[] {
  const learned: Sample[] = [];
  for (const sample of samples) {
    const { text, question, vector } = sample;
    if (known.has(question)) continue;
    known.set(text, vector);
    known.set(question, vector);
    learned.push(sample);
  }
  return learned;
}

async function tableSizes(fill: MassFill): Promise<Figures> {
  const { rows } =
    await fill.pool.query(`select pg_table_size('entries') as entries, pg_table_size('chunks') as chunks,
    (select sum(pg_relation_size(indexrelid)) from pg_index where indrelid = 'chunks'::regclass
      and pg_get_indexdef(indexrelid) like '%hnsw%') as hnsw,
    pg_relation_size('chunks_words') as words, pg_relation_size('entries_words') as entries_words,
    pg_database_size(current_database()) as all`);
  const mb = (name: string) => rounded(Number(rows[0][name]) / 2 ** 20, 0);
  return {
    'MB: entries': mb('entries'),
    'MB: chunks': mb('chunks'),
    'MB: HNSW index': mb('hnsw'),
    'MB: index of words of searches': mb('words'),
    'MB: index of words of lists': mb('entries_words'),
    'MB: database': mb('all'),
  };
}

function memory(): Figures {
  const { connections, privateMb, largestMb, sharedMb } = postgresMemory(postmaster);
  return {
    'MB: process': serverMb(),
    'MB: PostgreSQL, shared': rounded(sharedMb, 0),
    'MB: PostgreSQL, its sessions together': rounded(privateMb, 0),
    'MB: PostgreSQL, largest session': rounded(largestMb, 0),
    connections,
  };
}

type Ask = { query: string; variables: object };
const SEARCH =
  'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score entry { id content } } } }';
const ENTRIES = '{ entries(first: 20) { nodes { id content } } }';
const COUNTED = '{ entries(first: 20) { totalCount nodes { id content } } }';
const BY_TEXT =
  'query ($text: String) { entries(first: 20, text: $text) { nodes { id content } } }';
const WRITE =
  'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action entry { id } } }';

/** Asks one after another of the samples, again and again. */
function turns<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => {
    const item = items[next % items.length];
    next += 1;
    if (item === undefined) throw new Error('There is nothing to ask');
    return item;
  };
}

/** The times of a request with 1 and 16 clients. */
async function measure(asker: Asker, what: string, ask: () => Ask): Promise<Figures> {
  const figures: Figures = {};
  for (const clients of CLIENTS) {
    const { times, failed, perSecond } = await askForSeconds(asker, { clients, seconds, ask });
    if (failed > 0) figures[`${what}, ${clients} clients: failed`] = failed;
    if (clients === 1) {
      figures[`${what}, p50 ms`] = rounded(quantile(times, 0.5), 1);
      figures[`${what}, p99 ms`] = rounded(quantile(times, 0.99), 1);
    } else figures[`${what}, ${clients} clients: a second`] = rounded(perSecond, 0);
  }
  return figures;
}

async function measureOne(
  url: string,
  place: { key: string; projectId: string; memoryIds: string[]; fill: MassFill; size: number },
): Promise<Figures> {
  const { key, memoryIds, fill, size, projectId } = place;
  const asker = openAsker(url, key);
  const questions = learn(await fill.samples(UNKNOWN + size, QUESTIONS));
  const ofMemory = { scope: { memoryIds: [memoryIds[7]] } };
  const next = turns(questions);
  const search = (mode: string, scope: object) => () => ({
    query: SEARCH,
    variables: { input: { query: next().question, mode, limit: 10, ...scope } },
  });
  const figures: Figures = {};
  const first = await Promise.all(
    [1].map(async () => {
      const times: number[] = [];
      for (const { question } of questions) {
        const from = performance.now();
        await asker.ask({ query: SEARCH, variables: { input: { query: question } } });
        times.push(performance.now() - from);
      }
      return times;
    }),
  );
  figures['HYBRID, asked for the first time, p50 ms'] = rounded(medianOf(first.flat()), 1);
  const searches: [string, string, object][] = [
    ['HYBRID, whole project', 'HYBRID', {}],
    ['SEMANTIC, whole project', 'SEMANTIC', {}],
    ['HYBRID, a memory of 1 %', 'HYBRID', ofMemory],
    ['SEMANTIC, a memory of 1 %', 'SEMANTIC', ofMemory],
  ];
  for (const [what, mode, scope] of searches) {
    Object.assign(figures, await measure(asker, what, search(mode, scope)));
  }
  const recalled = questions.slice(0, RECALLED);
  for (const [what, memoryId] of [
    ['whole project', null],
    ['a memory of 1 %', memoryIds[7] ?? ''],
  ] as const) {
    const where = { projectId, memoryId, query: SEARCH };
    figures[`recall@10, ${what}`] = rounded(
      await recallOf(asker, fill.pool, { ...where, samples: recalled }),
      3,
    );
  }
  const list = (query: string) => () => ({ query, variables: {} });
  const lists: [string, () => Ask][] = [
    ['list of 20 memories', list(LIST)],
    ['with 5 entries each', list(NESTED)],
    ['20 newest entries', list(ENTRIES)],
    ['with their total', list(COUNTED)],
    [
      '20 entries with a text',
      () => ({
        query: BY_TEXT,
        variables: { text: next().question.split(' ').slice(0, 2).join(' ') },
      }),
    ],
    [
      'entries with a word that none has',
      () => ({ query: BY_TEXT, variables: { text: 'zyzzyva' } }),
    ],
  ];
  for (const [what, ask] of lists) Object.assign(figures, await measure(asker, what, ask));
  const texts = turns(learn(await fill.samples(2 * UNKNOWN + size * 10, 20_000)));
  const write = () => ({
    query: WRITE,
    variables: {
      input: {
        memoryId: memoryIds[Math.floor(Math.random() * memoryIds.length)],
        content: texts().text,
      },
    },
  });
  Object.assign(figures, await measure(asker, 'write', write), memory());
  known.clear();
  asker.close();
  return figures;
}

type Made = { projectId: string; key: string; memoryIds: string[] };

async function makeProject(url: string, name: string, memories: number): Promise<Made> {
  const root = openAsker(url, ROOT_KEY);
  const made = await root.ask({
    query: 'mutation ($name: String!) { createProject(input: { name: $name }) { project { id } } }',
    variables: { name },
  });
  const projectId: string = made.createProject.project.id;
  const { createApiKey } = await root.ask(
    {
      query: 'mutation { createApiKey(input: { name: "b", role: WRITE }) { secret } }',
      variables: {},
    },
    projectId,
  );
  root.close();
  const asker = openAsker(url, createApiKey.secret);
  const memoryIds: string[] = [];
  for (let i = 0; i < memories; i += 1) {
    const { createMemory } = await asker.ask({
      query: 'mutation ($name: String!) { createMemory(input: { name: $name }) { memory { id } } }',
      variables: { name: `memory ${i}` },
    });
    memoryIds.push(createMemory.memory.id);
  }
  asker.close();
  return { projectId, key: createApiKey.secret, memoryIds };
}

async function openFill(database: string, entriesOfProject: number): Promise<MassFill> {
  const { EMBEDDING_MODEL, EMBEDDING_DIMENSIONS } = endpoint.env;
  const space = `${EMBEDDING_MODEL}/${EMBEDDING_DIMENSIONS}`;
  const isIndexed = entriesOfProject >= INDEXED_FROM;
  return openMassFill(databases.urlOf(database), { data: options.data, space, isIndexed });
}

async function growOne(): Promise<void> {
  const database = 'growth_one';
  await databases.create(database);
  const made = await makeProject(await serve(database), 'growth', MEMORIES);
  const fill = await openFill(database, Math.max(...sizes));
  await fill.setSlots(made.memoryIds.map((memoryId) => ({ ...made, memoryId })));
  let held = 0;
  for (const size of sizes) {
    const filled = await fill.fill(held, size);
    held = size;
    const url = await serve(database);
    const figures = {
      's: index HNSW': rounded(filled.hnsw, 1),
      's: other indexes, vacuum': rounded(filled.indexes, 1),
      ...(await tableSizes(fill)),
      ...(await measureOne(url, { ...made, fill, size })),
      load: rounded(loadavg()[0] ?? 0, 1),
    };
    all.one[size] = figures;
    console.log(size, filled, figures);
    if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
  }
  await fill.close();
  if (options.keep) await databases.keep(database, made);
  else await databases.drop(database);
}

async function growMany(projects: number, entries: number): Promise<void> {
  const database = 'growth_many';
  await databases.create(database);
  const url = await serve(database);
  const started = performance.now();
  const made: Made[] = [];
  let count = 0;
  const lane = async () => {
    while (count < projects) {
      count += 1;
      made.push(await makeProject(url, `project ${count}`, 1));
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  const creating = (performance.now() - started) / projects;
  const fill = await openFill(database, entries);
  await fill.setSlots(
    made.map(({ projectId, memoryIds: [memoryId = ''] }) => ({ projectId, memoryId })),
  );
  const filled = await fill.fill(0, projects * entries);
  const again = await serve(database);
  const figures: Figures = {
    'ms: a project with a key and a memory is created, 8 at once': rounded(creating, 1),
    's: index HNSW': rounded(filled.hnsw, 1),
    ...(await tableSizes(fill)),
    'MB: process at its start': serverMb(),
  };
  const questions = learn(await fill.samples(UNKNOWN, QUESTIONS));
  const next = turns(questions);
  const search = () => ({ query: SEARCH, variables: { input: { query: next().question } } });
  const texts = turns(learn(await fill.samples(2 * UNKNOWN, 20_000)));
  const writeOf = ({ memoryIds: [memoryId] }: Made) => ({
    query: WRITE,
    variables: { input: { memoryId, content: texts().text } },
  });
  const warm = openAsker(again, made[0]?.key ?? '');
  for (const _ of questions) await warm.ask(search());
  warm.close();
  const kinds: [string, (of: Made) => Ask][] = [
    ['search', search],
    ['list', () => ({ query: LIST, variables: {} })],
    ['write', writeOf],
  ];
  for (const [i, [what, askOf]] of kinds.entries()) {
    const some = made.slice(1 + i * FIRST_REQUESTS, 1 + (i + 1) * FIRST_REQUESTS);
    const times: number[][] = [[], []];
    for (const project of some) {
      const asker = openAsker(again, project.key);
      await asker.connect();
      for (const ofTurn of times) {
        const from = performance.now();
        await asker.ask(askOf(project));
        ofTurn.push(performance.now() - from);
      }
      asker.close();
    }
    figures[`${what}, first request of a project, p50 ms`] = rounded(medianOf(times[0] ?? []), 1);
    figures[`${what}, second request, p50 ms`] = rounded(medianOf(times[1] ?? []), 1);
  }
  const projectOf = turns(made);
  for (const [what, askOf] of kinds) {
    for (const clients of CLIENTS) {
      const ask = () => {
        const project = projectOf();
        return { ...askOf(project), key: project.key };
      };
      const asker = openAsker(again, '');
      // Each request is of another project: one client asks for as long as it takes to reach all of them.
      const { times, failed, perSecond } = await askForSeconds(asker, {
        clients,
        seconds: 2 * seconds,
        ask,
      });
      if (failed > 0) figures[`${what}, ${clients} clients: failed`] = failed;
      if (clients === 1)
        figures[`${what}, projects by turns, p50 ms`] = rounded(medianOf(times), 1);
      else figures[`${what}, ${clients} clients: a second`] = rounded(perSecond, 0);
      asker.close();
    }
  }
  const asker = openAsker(again, '');
  const waiting = [...made];
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let one = waiting.pop(); one; one = waiting.pop()) {
        await asker.ask({ ...search(), key: one.key });
      }
    }),
  );
  asker.close();
  Object.assign(figures, memory(), { load: rounded(loadavg()[0] ?? 0, 1) });
  all.many = figures;
  console.log(figures);
  if (options.json) writeFileSync(options.json, JSON.stringify(all, null, 2));
  await fill.close();
  if (options.keep) await databases.keep(database, { made: made.slice(0, 10) });
  else await databases.drop(database);
}

try {
  if (sizes.length > 0) await growOne();
  if (Number(options.projects) > 0)
    await growMany(Number(options.projects), Number(options.entries));
  const names = [...new Set(Object.values(all.one).flatMap(Object.keys))];
  console.log(`| | ${sizes.join(' | ')} |\n| --- |${' ---: |'.repeat(sizes.length)}`);
  for (const name of names) {
    console.log(`| ${name} | ${sizes.map((size) => all.one[size]?.[name] ?? '–').join(' | ')} |`);
  }
  for (const [name, value] of Object.entries(all.many)) console.log(`| ${name} | ${value} |`);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await running?.stop();
  await databases.close();
  endpoint.close();
}
