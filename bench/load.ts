// Two Lorebase processes on one PostgreSQL under steady load for minutes, with a restart of the database in the middle:
// times, errors, memory, and whether anything was lost. Ends with 1 if a check fails. The processes are two servers or,
// with --workers 2, the workers of one. npx tsx bench/load.ts [--minutes 10] [--rate 120] [--entries 12000] [--pool 10]
// [--workers 2] --data ../shared/data Runs on Debian as root, because it starts its own PostgreSQL. The load writes
// entries, and requests take longer among more of them: begin with about as many as there are at the end. Without a
// rate in requests a second, it is 80 % of the most that is answered before.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MAX_BULK_ITEMS } from '../src/entries/bulk-items.ts';
import { type Running, startProcess } from '../test/support/process.ts';
import { run } from '../test/support/server.ts';
import { quantile, ROOT_KEY, readRows, rounded } from './support/bench.ts';
import { stolenMs } from './support/machine.ts';
import { startPostgres } from './support/postgres.ts';
import { startSubscriber } from './support/subscribers.ts';
import { settle } from './support/tenants.ts';
import { type Kind, openTraffic, sendAtOnce, sendAtRate } from './support/traffic.ts';

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string' },
    entries: { type: 'string', default: '12000' },
    /** Connections of each process to PostgreSQL. */
    pool: { type: 'string', default: '10' },
    /** Starts one server with so many workers, instead of two servers. */
    workers: { type: 'string', default: '1' },
    data: { type: 'string', default: '../shared/data' },
  },
});
const SECONDS = Number(options.minutes) * 60;
const SHARE_OF_MAXIMUM = 0.8;
/** A second counts as disturbed if the host took at least this much processor time from all cores together. */
const MS_TAKEN = 100;
const KINDS: readonly Kind[] = ['search', 'list', 'write'];
const MEMORIES = 20;
const SUBSCRIBERS = 20;
const RAMP = { clients: [2, 4, 8, 16], seconds: 15 };
const WARM_UP_SECONDS = 10;
/** From the restart on, what fails for want of a database may fail. */
const RECOVERY_MS = 15_000;

const texts = readRows<{ text: string }>(options, 'facts.jsonl').map((row) => row.text);
/** The facts, as often as it takes, each time with another word at their beginning. */
const seeds = Array.from({ length: Number(options.entries) }, (_, i) => {
  const time = Math.floor(i / texts.length);
  return `${time === 0 ? '' : `Day ${time}: `}${texts[i % texts.length]}`;
});
const postgres = await startPostgres();
const env = {
  NODE_ENV: 'production',
  LOREBASE_ROOT_KEY: ROOT_KEY,
  PORT: '0',
  WORKERS: options.workers,
  LOG_LEVEL: 'error',
  DATABASE_POOL_SIZE: options.pool,
};
const start = () => startProcess({ ...env, DATABASE_URL: postgres.url });
const processes: Running[] = [];
process.on('exit', () => {
  for (const each of processes) each.kill('SIGKILL');
  postgres.stop();
});
process.on('SIGINT', () => process.exit(130));
const servers = options.workers === '1' ? 2 : 1;
for (let i = 0; i < servers; i += 1) processes.push(await start());
const urls = processes.map(({ url }) => url);
const [url = ''] = urls;

const made = await run(
  url,
  ROOT_KEY,
  `mutation { createProject(input: { name: "load" }) { project { id } } }`,
);
const projectId = made.createProject.project.id;
const input = { name: 'load', role: 'WRITE' };
const { createApiKey } = await run(
  url,
  ROOT_KEY,
  'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }',
  { input },
  projectId,
);
const key: string = createApiKey.secret;
const memoryIds = await seed();
await settle(postgres.url);

async function seed(): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < MEMORIES; i += 1) {
    const { createMemory } = await run(
      url,
      key,
      `mutation { createMemory(input: { name: "memory ${i}" }) { memory { id } } }`,
    );
    const memoryId = createMemory.memory.id;
    const items = seeds
      .filter((_, place) => place % MEMORIES === i)
      .map((content) => ({ content }));
    for (let at = 0; at < items.length; at += MAX_BULK_ITEMS) {
      const query =
        'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { ... on WriteEntryPayload { action } } } }';
      await run(url, key, query, {
        input: { memoryId, items: items.slice(at, at + MAX_BULK_ITEMS) },
      });
    }
    ids.push(memoryId);
  }
  return ids;
}

/** Heap and resident memory of each process, in MB; the heap as it is after a collection or so. */
async function memoryUsed(): Promise<string[]> {
  const samples: { heap: number[]; resident: number[] }[] = urls.map(() => ({
    heap: [],
    resident: [],
  }));
  for (let sample = 0; sample < 5; sample += 1) {
    for (const [i, each] of urls.entries()) {
      const response = await fetch(`${each}/metrics`, { headers: { 'x-api-key': ROOT_KEY } });
      const text = await response.text();
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
      samples[i]?.heap.push(read('nodejs_heap_size_used_bytes') / 2 ** 20);
      samples[i]?.resident.push(read('process_resident_memory_bytes') / 2 ** 20);
    }
    await sleep(500);
  }
  return samples.map(
    ({ heap, resident }) =>
      `heap ${rounded(Math.min(...heap), 0)}, resident ${rounded(Math.max(...resident), 0)}`,
  );
}

type LogPage = { headCursor: string; nodes: { cursor: string }[] };

async function logAfter(after: string | null): Promise<LogPage> {
  const query =
    'query ($after: String) { events(first: 100, after: $after) { headCursor nodes { cursor } } }';
  return (await run(url, key, query, { after })).events;
}

async function wholeLog(after: string): Promise<string[]> {
  const cursors: string[] = [];
  for (;;) {
    const { nodes } = await logAfter(cursors.at(-1) ?? after);
    if (nodes.length === 0) return cursors;
    cursors.push(...nodes.map(({ cursor }) => cursor));
  }
}

const target = { urls, key, memoryIds, texts };

/** The most requests a second that are answered, with as many clients as answers come fastest. */
async function findMaximum(): Promise<number> {
  const ramp = openTraffic(target);
  await sendAtOnce(ramp, 4, WARM_UP_SECONDS);
  let maximum = 0;
  for (const clients of RAMP.clients) {
    const perSecond = await sendAtOnce(ramp, clients, RAMP.seconds);
    console.log(`${clients} clients: ${rounded(perSecond, 0)} requests/s`);
    maximum = Math.max(maximum, perSecond);
  }
  return maximum;
}

const maximum = await findMaximum();

const { headCursor } = await logAfter(null);
const subscribers = Array.from({ length: SUBSCRIBERS }, (_, i) =>
  startSubscriber(urls[i % urls.length] ?? '', key, headCursor),
);
const memory = { start: await memoryUsed(), middle: [''], end: [''] };
const traffic = openTraffic(target);
const perSecond = options.rate ? Number(options.rate) : maximum * SHARE_OF_MAXIMUM;
const from = performance.now();
const stolen: { at: number; ms: number }[] = [];
const watching = setInterval(() => stolen.push({ at: performance.now(), ms: stolenMs() }), 1000);
const restart = { from: 0, to: 0 };
const restarting = sleep((SECONDS * 1000) / 2).then(async () => {
  memory.middle = await memoryUsed();
  restart.from = performance.now();
  await postgres.restart();
  restart.to = performance.now();
});
const leftOut = await sendAtRate(traffic, { perSecond, seconds: SECONDS });
const took = (performance.now() - from) / 1000;
await restarting;
memory.end = await memoryUsed();
clearInterval(watching);

const isExcused = (at: number) => at >= restart.from && at <= restart.to + RECOVERY_MS;
const failed = traffic.answered.filter(({ code }) => code !== null);
const lastFailure = Math.max(restart.to, ...failed.map(({ at }) => at).filter(isExcused));
const inexcusable = failed.filter(
  ({ code, at }) => !isExcused(at) || !/^(DATABASE_UNAVAILABLE|no answer)/.test(code ?? ''),
);
const codes = new Map<string, number>();
for (const { code } of failed) codes.set(code ?? '', (codes.get(code ?? '') ?? 0) + 1);

const logged = await wholeLog(headCursor);
for (let i = 0; i < 60 && subscribers.some((each) => each.seen().length < logged.length); i += 1) {
  await sleep(500);
}
const astray = subscribers.filter((each) => each.seen().join() !== logged.join()).length;
const connections = subscribers.reduce((sum, each) => sum + each.connections(), 0);
await Promise.all(subscribers.map((each) => each.stop()));

/** Of the acknowledged writes, those whose entry or text is not there. */
async function missingWrites(): Promise<number> {
  let missing = 0;
  for (let i = 0; i < traffic.written.length; i += 100) {
    const page = traffic.written.slice(i, i + 100);
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Entry { content } } }';
    const { nodes } = await run(url, key, query, { ids: page.map(({ entryId }) => entryId) });
    missing += page.filter(({ text, isSkipped }, place) => {
      const content: string | undefined = nodes[place]?.content;
      return content === undefined || !(isSkipped || content.includes(text));
    }).length;
  }
  return missing;
}

const missing = await missingWrites();
const maximumAfter = await findMaximum();
const shareOf = (most: number) =>
  `${rounded((perSecond / most) * 100, 0)} % of ${rounded(most, 0)}`;
const calm = traffic.answered.filter(({ at, code }) => code === null && !isExcused(at));
const takenAt = stolen.flatMap(({ at, ms }, i) =>
  ms - (stolen[i - 1]?.ms ?? ms) >= MS_TAKEN ? [at] : [],
);
/** Whether the host took the processor while a request was answered, or within a second of it. */
const isTaken = ({ at, ms }: { at: number; ms: number }) =>
  takenAt.some((second) => second >= at - ms - 1000 && second <= at + 1000);
const undisturbed = calm.filter((one) => !isTaken(one));
const msAt = (share: number, answered: typeof calm, kind: Kind) => {
  const times = answered.filter((each) => each.kind === kind).map(({ ms }) => ms);
  return rounded(quantile(times, share), 1);
};
console.log(
  `\nbench/load: ${options.minutes} minutes at ${rounded(perSecond, 0)} requests/s, ` +
    `${shareOf(maximum)} before it and ${shareOf(maximumAfter)} after it; ${seeds.length} texts before it; ` +
    `${SUBSCRIBERS} subscribers; ${servers === 1 ? `${options.workers} workers` : 'two servers'}, one PostgreSQL; local model`,
);
console.table(
  KINDS.map((kind) => ({
    kind,
    answered: traffic.answered.filter((each) => each.kind === kind && each.code === null).length,
    'p50 ms': msAt(0.5, calm, kind),
    'p99 ms': msAt(0.99, calm, kind),
    'p99 ms, undisturbed': msAt(0.99, undisturbed, kind),
  })),
);
console.table(
  Array.from({ length: Math.ceil(Number(options.minutes)) }, (_, minute) => {
    const inMinute = calm.filter(({ at }) => Math.floor((at - from) / 60_000) === minute);
    const times = (share: number) => KINDS.map((kind) => msAt(share, inMinute, kind)).join(', ');
    return {
      minute: minute + 1,
      'p50 ms of searches, lists, writes': times(0.5),
      'p99 ms': times(0.99),
    };
  }),
);
console.log('Times are from when a request was due, without the restart and 15 s after it.');
console.log(
  `Undisturbed: without the ${takenAt.length} seconds in which other guests of the host had ${MS_TAKEN} ms or more.`,
);
console.table({
  'answered per second': rounded(traffic.answered.length / took, 0),
  'left out, over 2 s late': leftOut,
  'errors by code': [...codes].map(([code, count]) => `${code} ${count}`).join(', ') || 'none',
  'database away, s': rounded((restart.to - restart.from) / 1000, 1),
  'errors after it was back, s': rounded((lastFailure - restart.to) / 1000, 1),
  'events; deliveries': `${logged.length}; ${logged.length * SUBSCRIBERS}`,
  'connections of subscribers': connections,
});
console.table(
  urls.map((_, i) => ({
    process: i + 1,
    'MB at the start': memory.start[i],
    'in the middle': memory.middle[i],
    'at the end': memory.end[i],
  })),
);
const checks = [
  { what: 'no error but for the restart', wrong: inexcusable.length },
  { what: 'every acknowledged write is there', wrong: missing },
  { what: 'every subscriber saw every event once, in order', wrong: astray },
];
console.table(checks.map(({ what, wrong }) => ({ check: what, wrong, passed: wrong === 0 })));
await Promise.all(processes.map((each) => each.kill('SIGTERM')));
process.exit(checks.every(({ wrong }) => wrong === 0) ? 0 : 1);
