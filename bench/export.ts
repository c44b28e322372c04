// Seconds, size and peak memory of an import and an export of a project with many entries, of a started server and of
// the command, with and without vectors, and what a client of the server waits for meanwhile.
// npx tsx bench/export.ts [--database URL] [--sizes 10000,100000] [--short]
// --short leaves out the repeated import and the import of the export.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { newId } from '../src/ids.ts';
import { encodeVector } from '../src/models/encode-vector.ts';
import { FORMAT, FORMAT_VERSION } from '../src/transfer/file-format.ts';
import { launchCommand, startProcess } from '../test/support/process.ts';
import { utilityChangeLine } from '../test/support/utility-change.ts';
import { entryLine, memoryLine, statementLine } from './support/export-lines.ts';

const KEY = 'root-key-of-the-benchmark-0123456789';
const DIMENSIONS = 384;

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    sizes: { type: 'string', default: '10000,100000' },
    short: { type: 'boolean', default: false },
  },
});

const folder = await mkdtemp(join(tmpdir(), 'lorebase-bench-'));
const env = {
  DATABASE_URL: values.database ?? '',
  LOREBASE_DATA_DIR: join(folder, 'data'),
  LOREBASE_ROOT_KEY: KEY,
  PORT: '0',
  // The memory and the times are those of one process.
  WORKERS: '1',
};

/** The peak of a process's memory in MB since `forgetPeak`, which Linux keeps. */
const peakOf = (pid: number) =>
  Math.round(
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  );
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

async function ask(url: string, query: string, project?: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      ...(project ? { 'lorebase-project': project } : {}),
    },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data as { createProject: { project: { id: string } } };
}

/** A file of entries with vectors, one revision and one change of utility each. */
async function writeFile(file: string, size: number): Promise<void> {
  const at = '2025-01-02T03:04:05.678Z';
  const memoryIds = Array.from({ length: 10 }, () => newId('mem')).sort();
  const counts = {
    agent: 0,
    memory: memoryIds.length,
    entry: size,
    evidence: 0,
    trace: 0,
    stats: 0,
  };
  const settings = {
    writePreset: null,
    duplicatePolicy: null,
    duplicateThreshold: null,
    updateThreshold: null,
    maxStatements: null,
    creditRule: null,
    requiredMetadataKey: null,
    learningRate: null,
    learningRateFloor: null,
    streamSettings: null,
    learningRateSchedule: 'CONSTANT',
    similarityThreshold: null,
    traceRetentionDays: null,
  };
  const ids = Array.from({ length: size }, () => newId('me')).sort();
  const entry = (i: number) => {
    const text = `Fact ${i}: ${randomBytes(60).toString('base64')} is what was said`;
    const vector = Array.from({ length: DIMENSIONS }, () => Math.fround(Math.random() - 0.5));
    const own = {
      id: ids[i] ?? '',
      memoryId: memoryIds[i % memoryIds.length] ?? '',
      said: { text, at },
      embedding: encodeVector(vector),
      textHash: `hash-${i}`,
    };
    const revision = {
      number: 1,
      numbers: [1],
      changed: [statementLine({ text: `Once: ${text}`, at })],
      relatedIds: [],
      change: 'EDITED',
      similarity: null,
      actor: 'root',
      createdAt: at,
    };
    return entryLine(own, {
      metadata: { number: i },
      utility: 0.65,
      reviewCount: 1,
      revisions: [revision],
      utilityChanges: [utilityChangeLine(at)],
    });
  };
  const header = {
    format: FORMAT,
    version: FORMAT_VERSION,
    server: '0',
    schema: 1,
    exportedAt: at,
    project: { id: newId('prj'), name: 'Benchmark', settings },
    space: { model: 'all-MiniLM-L6-v2', dimensions: DIMENSIONS },
    vectors: true,
    counts,
  };
  await pipeline(async function* () {
    yield `${JSON.stringify(header)}\n`;
    for (const [i, id] of memoryIds.entries())
      yield `${JSON.stringify({ memory: memoryLine({ id, name: `Memory ${i}`, createdAt: at }) })}\n`;
    for (let i = 0; i < size; i += 1) yield `${JSON.stringify({ entry: entry(i) })}\n`;
    yield `${JSON.stringify({ end: { lines: size + memoryIds.length + 1 } })}\n`;
  }, createWriteStream(file));
}

/** Runs a command, with the seconds that it took and its peak memory. */
async function command(args: string[], more: Record<string, string>) {
  const start = performance.now();
  const child = launchCommand(args, { ...env, ...more });
  let text = '';
  child.stderr?.on('data', (part) => {
    text += part;
  });
  child.stdout?.resume();
  let peak = 0;
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, peakOf(child.pid ?? 0));
    } catch {
      // The process has ended.
    }
  }, 50);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(timer);
  if (code !== 0) throw new Error(text);
  return { seconds: Math.round((performance.now() - start) / 100) / 10, peak };
}

/** Asks the server for something small all the time. Returns the slowest answers in ms. */
function watch(url: string) {
  const times: number[] = [];
  let isDone = false;
  const done = (async () => {
    while (!isDone) {
      const start = performance.now();
      await ask(url, '{ memories(first: 1) { totalCount } }');
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isDone = true;
    await done;
    times.sort((one, other) => one - other);
    return {
      p50: Math.round(times[Math.floor(times.length / 2)] ?? 0),
      max: Math.round(times.at(-1) ?? 0),
    };
  };
}

/** For JSON.stringify: objects with their keys in order. */
const sorted = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The lines of a file without the header, as one number, so that two files need not be in memory. */
async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    // The database keeps the keys of JSON in an order of its own.
    if (number > 1) hash.update(JSON.stringify(JSON.parse(line), sorted));
  }
  return `${number} ${hash.digest('base64')}`;
}

for (const size of values.sizes.split(',').map(Number)) {
  const given = join(folder, `given-${size}.jsonl`);
  await writeFile(given, size);
  const server = await startProcess(env);
  const made: string[] = [];
  const project = async () => {
    const create = `mutation { createProject(input: { name: "b" }) { project { id } } }`;
    const { id } = (await ask(server.url, create)).createProject.project;
    made.push(id);
    return id;
  };
  const id = await project();
  const at = { LOREBASE_URL: server.url, LOREBASE_KEY: KEY };
  const rows: Record<string, unknown>[] = [];
  const measured = async (what: string, args: string[], file: string) => {
    forgetPeak(server.pid);
    const before = peakOf(server.pid);
    const stop = watch(server.url);
    const { seconds, peak } = await command(args, at);
    const { p50, max } = await stop();
    const megabytes = Math.round((await stat(file)).size / 1e6);
    rows.push({
      what,
      entries: size,
      seconds,
      'file MB': megabytes,
      'server MB before': before,
      'server peak MB': peakOf(server.pid),
      'command peak MB': peak,
      'query p50 ms': p50,
      'query max ms': max,
    });
  };
  await measured('import with vectors', ['import', given, '--project', id], given);
  if (!values.short) await measured('import again', ['import', given, '--project', id], given);
  const whole = join(folder, 'whole.jsonl');
  await measured(
    'export with vectors',
    ['export', '--project', id, '--vectors', '--output', whole],
    whole,
  );
  const plain = join(folder, 'plain.jsonl');
  await measured('export', ['export', '--project', id, '--output', plain], plain);
  if (!values.short)
    await measured(
      'import of the export under other ids',
      ['import', whole, '--project', await project()],
      whole,
    );
  if (!values.database) {
    const backup = join(folder, 'backup');
    await measured('backup', ['backup', backup], backup);
  }
  console.log(`${values.database ? 'PostgreSQL' : 'embedded'}, ${size} entries`);
  console.table(rows);
  console.log(
    'the export has the lines that were imported:',
    (await digestOf(whole)) === (await digestOf(given)),
  );
  const remove = 'mutation { deleteProject(input: { confirmName: "b" }) { deletedProjectId } }';
  if (values.database) for (const one of made) await ask(server.url, remove, one);
  await server.kill('SIGTERM');
  await rm(join(folder, 'data'), { recursive: true, force: true });
}
await rm(folder, { recursive: true });
