import { readFile } from 'node:fs/promises';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { YOUNG_GENERATION } from '../../src/commands/workers.ts';
import { LOCAL_MODEL } from '../../src/config.ts';
import { isEmbedded } from '../support/database.ts';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { post, subscribe } from '../support/graphql.ts';
import { isRunning } from '../support/is-running.ts';
import { DIMENSIONS } from '../support/model-server.ts';
import { LOREBASE, type Running, runCommand } from '../support/process.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { startProxy } from '../support/proxy.ts';
import { ROOT_KEY } from '../support/server.ts';

const processes = useProcesses();

/** The names of the workers that answered, each request on a connection of its own. */
async function instancesOf({ url }: Running, requests = 12): Promise<Set<string>> {
  const answers = await Promise.all(Array.from({ length: requests }, () => instanceOf(url)));
  return new Set(answers);
}

async function instanceOf(url: string): Promise<string> {
  return String((await askHealth(url, false))['lorebase-instance']);
}

/** The headers of an answer. */
function askHealth(url: string, agent: Agent | false): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/healthz`, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.headers));
    });
    asked.on('error', reject);
    // A connection that was given to a worker in the moment of its death is not answered.
    asked.setTimeout(3000, () => asked.destroy(new Error('No answer')));
    asked.end();
  });
}

/** The metrics, over a connection of its own. */
function metricsOf({ url }: Running): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': ROOT_KEY };
    const asked = request(`${url}/metrics`, { agent: false, headers }, (response) => {
      readText(response).then(resolve, reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

it('start like `npm start` and the container image, with a larger young generation', async () => {
  for (const file of ['package.json', 'Dockerfile']) {
    expect(await readFile(file, 'utf8')).toContain(YOUNG_GENERATION);
  }
});

describe.runIf(isEmbedded)('the embedded database', () => {
  it('has one process, and says so to whoever asks for more', async () => {
    const { code, stderr } = await runCommand(['serve'], { ...processes.env, WORKERS: '2' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('WORKERS must be 1')]);
  });
});

describe.skipIf(isEmbedded)('several workers on one port', () => {
  const start = (more: Record<string, string> = {}) =>
    processes.start({ WORKERS: '2', LOG_LEVEL: 'info', ...more });

  /** Resolves when all of the workers answer. */
  const serving = async (server: Running) => {
    await eventually(async () => (await instancesOf(server)).size).toBe(2);
    return server;
  };

  it('answer alike: what one writes another finds, and a subscription on any hears of', async () => {
    const server = await serving(await start());
    const { key, memoryId } = await seed(server.url);
    const { data } = await post(server.url, key, '{ events { headCursor } }');
    const query = 'subscription ($after: String) { events(after: $after) { type } }';
    const after = data.events.headCursor;
    const lives = Array.from({ length: 6 }, () => subscribe(server.url, key, query, { after }));
    const write = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    for (let i = 0; i < 6; i += 1) {
      const input = { memoryId, content: `Step ${i}`, kind: 'PLAN' };
      await post(server.url, key, write, { input });
      // From then on, all of them hear of what is written while they run.
      if (i === 0) for (const live of lives) await live.count(1);
    }
    for (const live of lives) {
      await live.count(6);
      await live.stop();
    }
  });

  it('count the operations of a key, and the metrics, together', async () => {
    const server = await serving(await start({ RATE_LIMIT_PER_MINUTE: '40' }));
    const { key } = await seed(server.url);
    const ask = async () =>
      (await post(server.url, key, 'query Counted { viewer { role } }')).status;
    // `seed` has used some of the forty for another key, and one for this.
    const statuses = await Promise.all(Array.from({ length: 60 }, ask));
    expect(statuses.filter((status) => status === 200)).toHaveLength(39);
    const metrics = await fetch(`${server.url}/metrics`, { headers: { 'x-api-key': ROOT_KEY } });
    const text = await metrics.text();
    expect(text).toMatch(/lorebase_requests_total\{operation="Counted",outcome="ok"\} 39\n/);
  });

  it('refuse a call that the first process does not count in time', async () => {
    const server = await serving(await start({ RATE_LIMIT_PER_MINUTE: '1000' }));
    const { key } = await seed(server.url);
    const ask = () => post(server.url, key, '{ viewer { role } }');
    // The next call uses the connection of this one: a stopped process accepts no other.
    expect((await ask()).status).toBe(200);
    process.kill(server.pid, 'SIGSTOP');
    const { status, errors } = await ask().finally(() => process.kill(server.pid, 'SIGCONT'));
    expect([status, errors?.[0]?.extensions]).toEqual([
      429,
      { code: 'RATE_LIMITED', retryAfterSeconds: 1 },
    ]);
    expect((await ask()).status).toBe(200);
  });

  it('tell the metrics without those of a worker that does not answer', async () => {
    const server = await serving(await start());
    const [stopped = Number.NaN] = await workerPids(server);
    process.kill(stopped, 'SIGSTOP');
    // The worker that does not answer gets at most one of the connections.
    const text = await Promise.any([metricsOf(server), metricsOf(server)]).finally(() =>
      process.kill(stopped, 'SIGCONT'),
    );
    expect(text).toContain('lorebase_running_operations');
  });

  it('end with the status 1 and one message if the first of them cannot start', async () => {
    const env = { ...processes.env, WORKERS: '2', DATABASE_URL: 'postgres://127.0.0.1:1/none' };
    const { code, stderr } = await runCommand(['serve'], env);
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(/^.*DATABASE_URL.*$/)]);
  });

  it('have a larger young generation, unless the first process has a flag of its own', async () => {
    for (const flag of [[], ['--max-semi-space-size=24']]) {
      const [file, ...args] = LOREBASE;
      const server = await serving(
        await processes.start({ WORKERS: '2' }, { command: [file, ...flag, ...args] }),
      );
      for (const pid of await workerPids(server)) {
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
        expect(command.split('\0')).toContain(flag[0] ?? '--max-semi-space-size=48');
      }
    }
  });

  it('write a text once that reaches all of them at once, though one of them is killed', async () => {
    const server = await serving(await start());
    const { key, memoryId } = await seed(server.url);
    const [victim] = await workerPids(server);
    const failures: unknown[] = [];
    const texts = Array.from({ length: DIMENSIONS }, (_, i) => `Text ${i}`);
    for (const [i, text] of texts.entries()) processes.models.script(text, unitVectorOf(i));
    const writers = texts.map(async (content, i) => {
      await sleep(i * 5);
      for (let written = false; !written; ) {
        const answers = await Promise.allSettled([
          writeOnce(server.url, key, { memoryId, content }),
          writeOnce(server.url, key, { memoryId, content }),
        ]);
        written = answers.some((one) => one.status === 'fulfilled');
        failures.push(...answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
      }
    });
    await sleep(100);
    process.kill(victim ?? Number.NaN, 'SIGKILL');
    await Promise.all(writers);
    const ENTRIES =
      'query ($id: ID!) { memory(id: $id) { entries(first: 100) { totalCount nodes { content } } } }';
    const { data } = await post(server.url, key, ENTRIES, { id: memoryId });
    const contents = data.memory.entries.nodes.map(({ content }: { content: string }) => content);
    expect(contents.sort()).toEqual([...texts].sort());
    // Of connections to the worker that was killed.
    for (const failure of failures) expect(String(failure)).toMatch(/fetch failed|No answer/);
  });

  it('answer what they passed to a worker that is killed', async () => {
    const server = await serving(await start({ EMBEDDING_CONCURRENCY: '32' }));
    // Each worker writes for some of the projects.
    const wheres = await Promise.all(Array.from({ length: 6 }, () => seed(server.url)));
    const isKilled = createDeferred();
    processes.models.behave({ kind: 'normal', after: isKilled.promise });
    const query = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const write = (words: string[]) =>
      wheres.flatMap(({ key, memoryId }, i) =>
        words.map((word) =>
          post(server.url, key, query, { input: { memoryId, content: `${word} of ${i}` } }),
        ),
      );
    const writing = write(['One', 'Two']);
    await eventually(() => processes.models.requests.flat().length).toBe(writing.length);
    processes.models.behave({ kind: 'normal' });
    const [victim] = await workerPids(server);
    process.kill(victim ?? Number.NaN, 'SIGKILL');
    isKilled.resolve();
    const answers = await Promise.allSettled(writing);
    // The connections of the worker that was killed are lost.
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(String(answer.reason)).toContain('fetch failed');
      else expect(answer.value.data.writeEntry.action).toBe('CREATED');
    }
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
    // Nothing is passed to that worker any more.
    for (const { data } of await Promise.all(write(['Three'])))
      expect(data.writeEntry.action).toBe('CREATED');
  });

  it('are replaced when they die', async () => {
    const server = await serving(await start());
    const before = await instancesOf(server);
    const [victim] = await workerPids(server);
    process.kill(victim ?? Number.NaN, 'SIGKILL');
    await eventually(async () => {
      const now = await instancesOf(server).catch(() => new Set());
      return now.size === 2 && [...now].some((one) => !before.has(String(one)));
    }).toBe(true);
    expect(server.log()).toContain('A worker ended');
  });

  it('are replaced at SIGHUP without a failed request', async () => {
    const server = await serving(await start());
    const { key, memoryId } = await seed(server.url);
    const before = await instancesOf(server);
    let isDone = false;
    let answered = 0;
    const asking = Array.from({ length: 4 }, async (_, i) => {
      while (!isDone) {
        const { status } = await post(server.url, key, '{ viewer { role } }');
        expect(status).toBe(200);
        await writeOnce(server.url, key, { memoryId, content: `word${i} other${answered}` });
        answered += 1;
      }
    });
    process.kill(server.pid, 'SIGHUP');
    await eventually(() => server.log()).toContain('All workers were replaced');
    isDone = true;
    await Promise.all(asking);
    expect(answered).toBeGreaterThan(20);
    expect([...(await instancesOf(server))].some((one) => before.has(one))).toBe(false);
  });

  it('are as many as asked for, though for a while none could start', async () => {
    const proxy = await startProxy(processes.env.DATABASE_URL ?? '');
    // When none is left, the port is closed, and 0 would be another one.
    const PORT = String(await freePort());
    const server = await serving(await start({ DATABASE_URL: proxy.url, PORT }));
    const ended = () => server.log().split('A worker ended').length - 1;
    proxy.cut();
    process.kill(server.pid, 'SIGHUP');
    await eventually(() => server.log()).toContain('A new worker does not start');
    proxy.mend();
    // A worker that ends before it serves is replaced after a second, if it has to be.
    await sleep(3000);
    expect(await workerPids(server)).toHaveLength(2);
    proxy.cut();
    const before = ended();
    for (const pid of await workerPids(server)) process.kill(pid, 'SIGKILL');
    await eventually(ended).toBeGreaterThanOrEqual(before + 4);
    proxy.mend();
    await serving(server);
    expect(await workerPids(server)).toHaveLength(2);
    proxy.close();
  });

  it('still answer on a kept connection while they are being replaced, and close it then', async () => {
    const server = await serving(await start());
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    const before = await askHealth(server.url, kept);
    expect(before.connection).toBe('keep-alive');
    for (const pid of await workerPids(server)) process.kill(pid, 'SIGTERM');
    // A busy worker may answer some requests before it handles the signal.
    for (let after = before; after.connection !== 'close'; ) {
      await sleep(20);
      after = await askHealth(server.url, kept);
      expect(after['lorebase-instance']).toBe(before['lorebase-instance']);
    }
    kept.destroy();
  });

  it('end with the process that started them, in order or not', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const server = await serving(await start());
      const pids = await workerPids(server);
      expect(pids).toHaveLength(2);
      expect(await server.kill(signal)).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(server.log()).not.toContain('did not end in time');
      await eventually(() => pids.filter(isRunning)).toEqual([]);
    }
  });

  it('share the processes of the local model, and continue when these are killed', async () => {
    const local = { EMBEDDING_MODEL: LOCAL_MODEL, EMBEDDING_DIMENSIONS: '384' };
    const server = await serving(await start(local));
    const { key, memoryId } = await seed(server.url);
    const workers = await workerPids(server);
    const write = (count: number, what: string) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, i) =>
          writeOnce(server.url, key, { memoryId, content: `Number ${i} of ${what}` }),
        ),
      );
    const statusesOf = (results: { status: string }[]) => new Set(results.map((one) => one.status));
    expect(statusesOf(await write(20, 'the first'))).toEqual(new Set(['fulfilled']));
    const models = await modelPids(server);
    expect(models.length).toBeGreaterThan(0);
    for (const pid of workers) expect(await childrenOf(pid)).toEqual([]);

    const writing = write(200, 'those that are written meanwhile');
    for (const pid of models) process.kill(pid, 'SIGKILL');
    for (const one of await writing) {
      if (one.status === 'rejected')
        expect(String(one.reason)).toContain('The local embedding model stopped');
    }
    await eventually(async () => statusesOf(await write(4, 'the last'))).toEqual(
      new Set(['fulfilled']),
    );
    expect(await workerPids(server)).toEqual(workers);
    const last = await modelPids(server);
    expect(last.some((pid) => models.includes(pid))).toBe(false);
    expect(await server.kill('SIGTERM')).toBe(0);
    await eventually(() => last.filter(isRunning)).toEqual([]);
  });

  it('end in order at a signal that comes while they start', async () => {
    const server = await start({ WORKERS: '3' });
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.log()).not.toContain('did not end in time');
  });
});

/** A vector that is equal to no other of these. */
function unitVectorOf(axis: number): number[] {
  return Array.from({ length: DIMENSIONS }, (_, i) => (i === axis ? 1 : 0));
}

/** Writes a text over a connection of its own. @throws if it fails */
async function writeOnce(url: string, key: string, input: Record<string, unknown>): Promise<void> {
  const query = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
  const answer = post(url, key, query, { input });
  // A connection that was given to a worker in the moment of its death is not answered.
  const limit = sleep(5000).then(() => Promise.reject(new Error('No answer')));
  const { errors } = await Promise.race([answer, limit]);
  if (errors) throw new Error(errors[0]?.message);
}

/** The workers of a server. */
async function workerPids({ pid }: Running): Promise<number[]> {
  const models = await modelPids({ pid });
  return (await childrenOf(pid)).filter((child) => !models.includes(child));
}

/** The processes of the local model that the workers of a server share. */
async function modelPids({ pid }: Pick<Running, 'pid'>): Promise<number[]> {
  const found: number[] = [];
  for (const child of await childrenOf(pid)) {
    const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('worker.js')) found.push(child);
  }
  return found;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}
