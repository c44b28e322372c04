import { createProjectKey } from '../../src/projects/api-keys.ts';
import {
  drawVector,
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
} from '../support/bench.ts';
import { fillMemories } from '../support/fill.ts';
import { askHttp, loadHttp, type Request } from '../support/http-load.ts';
import { postgresMs } from '../support/machine.ts';
import type { Databases } from './databases.ts';
import type { Peer } from './install.ts';
import { startLorebase } from './lorebase-server.ts';
import { startGuarded, startTalking, treeMs } from './processes.ts';
import type { Figure } from './stores.ts';

const MEMORIES = 100;
const ENTRIES = 1000;
const PAGE = 20;
const ENTRIES_OF_PAGE = 5;
const CLIENTS = [1, 16];
const JSON_TYPE = { 'content-type': 'application/json' };

const LOREBASE: Readonly<Record<string, string>> = {
  list: `{ memories(first: ${PAGE}) { nodes { id name tags entryCount } } }`,
  nested: `{ memories(first: ${PAGE}) { nodes { id name entryCount
    entries(first: ${ENTRIES_OF_PAGE}) { nodes { id content } } } } }`,
};

/** The content is in `statements`: PostGraphile sends the column as it is. */
const POSTGRAPHILE: Readonly<Record<string, (projectId: string) => string>> = {
  list: (projectId) => `{ allMemories(first: ${PAGE}, orderBy: PRIMARY_KEY_DESC,
    condition: { projectId: "${projectId}" }) { nodes { rowId name tags entryCount } } }`,
  nested: (projectId) => `{ allMemories(first: ${PAGE}, orderBy: PRIMARY_KEY_DESC,
    condition: { projectId: "${projectId}" }) { nodes { rowId name entryCount
      entriesByProjectIdAndMemoryId(first: ${ENTRIES_OF_PAGE}, orderBy: PRIMARY_KEY_DESC) {
        nodes { rowId statements } } } } }`,
};

type Server = { name: string; url: string; pid: number; request(what: string): Request };

type Bench = {
  node: string;
  databases: Databases;
  endpoint: string;
  peer: Peer | undefined;
  workers: number | null;
  seconds: number;
  missing: Map<string, string>;
};

/** The servers of the lists, over the same tables of one database. */
export async function startLists(bench: Bench) {
  const databaseUrl = await bench.databases.create('lists');
  const { projectId, secret } = await fill(databaseUrl);
  const { node, endpoint } = bench;
  const servers: Server[] = [];
  const stops: (() => Promise<void>)[] = [];
  const lorebase = async (name: string, workers: number) => {
    const { url, pid, stop } = await startLorebase(node, { databaseUrl, endpoint, workers });
    const headers = { ...JSON_TYPE, 'x-api-key': secret };
    const request = (what: string) => graphql(headers, LOREBASE[what] ?? '');
    servers.push({ name, url, pid, request });
    stops.push(stop);
  };
  const env = { DATABASE_URL: databaseUrl, PROJECT: projectId };
  const command = [node, '--import', 'tsx', 'bench/support/bare-server.ts'];
  const bare = await startGuarded(command, /(http:\S+)/, { env });
  servers.push({
    name: 'bare SQL',
    url: bare.found,
    pid: bare.pid,
    request: (what) => ({ path: `/${what}` }),
  });
  stops.push(bare.stop);
  await lorebase('Lorebase', 1);
  if (bench.workers) await lorebase(`Lorebase, ${bench.workers} workers`, bench.workers);
  if (bench.peer) {
    try {
      const { server, stop } = await startPostGraphile(node, bench.peer, {
        databaseUrl,
        projectId,
      });
      servers.push(server);
      stops.push(stop);
    } catch (error) {
      bench.missing.set('PostGraphile', String(error));
    }
  }
  await checkAnswers(servers);
  return {
    servers,
    /** One round: each list with one and with many clients, each server in its turn. */
    measure: (round: number) => measureRound(bench, servers, round),
    stop: async () => {
      for (const stop of stops) await stop();
      await bench.databases.drop('lists');
    },
  };
}

export type Lists = Awaited<ReturnType<typeof startLists>>;

async function fill(databaseUrl: string) {
  const { app, leave } = await openBenchApp({ database: databaseUrl }, instantEmbedder());
  const caller = await newCaller(app);
  const memoryIds: string[] = [];
  for (let i = 0; i < MEMORIES; i += 1) memoryIds.push(await newMemory(app, caller, ['bench']));
  const texts = Array.from({ length: ENTRIES }, (_, i) => ({
    text: `The customer with the number ${i} prefers email over phone calls.`,
    vector: drawVector(`${i}`),
  }));
  await fillMemories(app, caller, { memoryIds, texts });
  const { secret } = await createProjectKey(app, caller, { name: 'peers', role: 'READ' });
  await leave();
  return { projectId: caller.project.id, secret };
}

async function startPostGraphile(
  node: string,
  peer: Peer,
  { databaseUrl, projectId }: { databaseUrl: string; projectId: string },
) {
  const env = { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' };
  const talking = await startTalking(node, [peer.program], { cwd: peer.folder, env });
  const request = (what: string) => graphql(JSON_TYPE, POSTGRAPHILE[what]?.(projectId) ?? '');
  const server: Server = {
    name: peer.name,
    url: String(talking.ready),
    pid: talking.pid,
    request,
  };
  return { server, stop: talking.stop };
}

function graphql(headers: Record<string, string>, query: string): Request {
  return { path: '/graphql', headers, body: JSON.stringify({ query }) };
}

/** All of them must answer with the same memories and as many entries, in the same order. */
async function checkAnswers(servers: Server[]): Promise<void> {
  for (const what of Object.keys(LOREBASE)) {
    const ids = [];
    for (const { url, request } of servers) {
      const answer = await askHttp(url, request(what));
      ids.push([...answer.matchAll(/"(?:rowId|id)":"(\w+)"/g)].map(([, id]) => id).join());
    }
    const count = what === 'list' ? PAGE : PAGE * (1 + ENTRIES_OF_PAGE);
    if (new Set(ids).size !== 1 || ids[0]?.split(',').length !== count) {
      throw new Error(`Not the same rows in ${what}: ${ids.join('\n')}`);
    }
  }
}

async function measureRound(
  { databases, seconds }: Bench,
  servers: Server[],
  round: number,
): Promise<Map<string, Record<string, Figure>>> {
  const figures = new Map(servers.map(({ name }) => [name, {} as Record<string, Figure>]));
  const turns = servers.map((_, i) => servers[(i + round) % servers.length] as Server);
  for (const what of Object.keys(LOREBASE)) {
    // A server compiles what it runs often.
    for (const { url, request } of round === 0 ? servers : []) {
      await loadHttp(url, request(what), { clients: 16, seconds });
    }
    for (const clients of CLIENTS) {
      for (const { name, url, pid, request } of turns) {
        const before = { process: treeMs(pid), postgres: postgresMs(databases.postmaster) };
        const perSecond = await loadHttp(url, request(what), { clients, seconds });
        const requests = perSecond * seconds;
        const own = figures.get(name) ?? {};
        own[`${what}, ${clients}`] = {
          value: perSecond,
          process: (treeMs(pid) - before.process) / requests,
          postgres: (postgresMs(databases.postmaster) - before.postgres) / requests,
        };
      }
    }
  }
  return figures;
}
