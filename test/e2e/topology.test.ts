import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPreparedDatabase, isEmbedded } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { post, subscribe } from '../support/graphql.ts';
import { startModelServer } from '../support/model-server.ts';
import { startProcess } from '../support/process.ts';
import { ROOT_KEY, run, testEnv, WRITE } from '../support/server.ts';

/** Names the proxy to test with; without it, and on the embedded database, this test does not run. */
const nginx = process.env.TEST_NGINX;

it.runIf(nginx && !isEmbedded)(
  'two processes behind the proxy of the compose file serve as one, also when one of them is killed',
  async () => {
    const database = await createPreparedDatabase();
    const models = await startModelServer();
    const env = testEnv(database, models);
    const [one, other] = await Promise.all([startProcess(env), startProcess(env)]);
    const proxy = await startProxy([new URL(one.url).host, new URL(other.url).host]);
    try {
      const memory = await run(
        proxy.url,
        ROOT_KEY,
        `mutation { createMemory(input: { name: "m" }) { memory { id } } }`,
      );
      const memoryId = memory.createMemory.memory.id;
      const log = `{ events { totalCount headCursor } }`;
      const readLog = async () => (await run(proxy.url, ROOT_KEY, log)).events;
      // Transactions of other tests may delay the event of the memory.
      await eventually(async () => (await readLog()).totalCount).toBe(1);
      const events = await readLog();
      const query =
        'subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) { events(scope: $scope, types: $types, after: $after) { cursor entryId } }';
      const follow = (after: string) => subscribe(proxy.url, ROOT_KEY, query, { after });
      const first = follow(events.headCursor);
      const write = (i: number) =>
        post(proxy.url, ROOT_KEY, WRITE, {
          input: { memoryId, content: `Write ${i}`, kind: 'PLAN' },
        });
      for (let i = 0; i < 20; i += 1) expect((await write(i)).errors).toBeUndefined();
      await first.count(20);
      await first.stop();

      await one.kill('SIGKILL');
      const stored: string[] = first.received.map((data) => data.events.entryId);
      for (let i = 20; i < 40; i += 1) {
        const { data } = await write(i).catch(() => ({ data: null }));
        if (data) stored.push(data.writeEntry.entry.id);
      }
      expect(stored.length).toBeGreaterThan(35);
      const resumed = follow(first.received.at(-1).events.cursor);
      await resumed.count(stored.length - 20);
      const seen = [...first.received, ...resumed.received].map((data) => data.events.entryId);
      expect(new Set(seen).size).toBe(seen.length);
      expect(stored.filter((id) => !seen.includes(id))).toEqual([]);
      await resumed.stop();
    } finally {
      await proxy.stop();
      await Promise.all([one.kill('SIGKILL'), other.kill('SIGTERM')]);
      await models.close();
      await database.drop();
    }
  },
);

/** nginx with the configuration that the compose file mounts. */
async function startProxy([first = '', second = '']: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-proxy-'));
  const port = await freePort();
  const values: Record<string, string> = {
    API_1: first,
    API_2: second,
    LISTEN: `127.0.0.1:${port}`,
  };
  const site = readFileSync('deploy/nginx.conf.template', 'utf8').replace(
    /\$\{(\w+)\}/g,
    (_, name: string) => values[name] ?? '',
  );
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
      ${site} }`,
  );
  const child: ChildProcess = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  const url = `http://127.0.0.1:${port}`;
  await eventually(() =>
    fetch(`${url}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  ).toBe(true);
  return {
    url,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
