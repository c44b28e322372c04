// What Lorebase adds to an answer of a chat model before it reaches the caller: beside the bare call to the
// same model in the same run, which answers at once, in a process of its own, with the instant embedder.
// npx tsx bench/generate.ts [--database URL] [--sizes 10000]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createAgent } from '../src/agents/agents.ts';
import { startServer } from '../src/http/server.ts';
import { createProjectKey } from '../src/projects/api-keys.ts';
import { post } from '../test/support/graphql.ts';
import {
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  report,
  rounded,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('10000');
const MEMORIES = 10;
const PIECES = 5;
const ROUNDS = 300;
const WARM_UP = 100;
const TURNS = 3;
/** What Lorebase may add at the median. */
const AIM_MS = 10;

const GENERATE = `mutation ($input: GenerateInput!) { generate(input: $input) {
  generation { status text injectedMessages trace { id } } } }`;

type Asked = { url: string; key: string; body: object };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** How long it took in ms until what had come matched; resolves once all has come. */
function timeTo({ url, key, body }: Asked, wanted: RegExp): Promise<number> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      let time = Number.NaN;
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (Number.isNaN(time) && wanted.test(text)) time = performance.now() - start;
      });
      response.on('end', () => {
        if (Number.isNaN(time)) reject(new Error(`${url} answered ${text}`));
        else resolve(time);
      });
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

async function startModel() {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/support/chat-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), stop: () => child.kill() };
}

const vectorOf = await openRealVectors(options);
const vectors = new Map<string, number[]>();
const model = await startModel();
const env = { CHAT_MODEL: 'instant', CHAT_BASE_URL: `${model.url}/v1` };
const { app, close } = await openBenchApp(options, instantEmbedder(vectors), env);
const server = await startServer(app);
const rows: Row[] = [];

for (const size of options.sizes) {
  const caller = await newCaller(app);
  const memoryIds: string[] = [];
  for (let i = 0; i < MEMORIES; i += 1) memoryIds.push(await newMemory(app, caller));
  const texts = Array.from({ length: size }, (_, i) => ({
    text: `The customer with the number ${i} prefers email over phone calls.`,
    vector: vectorOf(i),
  }));
  await fillMemories(app, caller, { memoryIds, texts });
  const { id: agentId } = await createAgent(app, caller, {
    name: 'bench',
    instructions: 'Answer in one sentence.',
    knowledgeConfig: {
      scope: { memoryIds },
      writeMemoryId: memoryIds[0],
      limit: PIECES,
      relativeScore: 0,
    },
  });
  const key = await createProjectKey(app, caller, { name: 'bench', role: 'WRITE' });
  const messagesOf = (i: number) => {
    const content = `probe ${size} ${i % 60}`;
    vectors.set(content, vectorOf(1_000_000 + (i % 60) * 97));
    return [{ role: 'user', content }];
  };
  const toGraphql = (i: number): Asked => ({
    url: `${server.url}/graphql`,
    key: key.secret,
    body: { query: GENERATE, variables: { input: { agentId, messages: messagesOf(i) } } },
  });
  const toChat = (url: string, name: string, stream: boolean) => (i: number) => ({
    url: `${url}/v1/chat/completions`,
    key: key.secret,
    body: { model: name, messages: messagesOf(i), stream },
  });
  const { data } = await post(server.url, key.secret, GENERATE, {
    input: { agentId, messages: messagesOf(0) },
  });
  if (data?.generate.generation.injectedMessages.length !== PIECES) {
    throw new Error(`Not ${PIECES} pieces: ${JSON.stringify(data)}`);
  }
  const ways = [
    {
      name: 'GraphQL generate, the whole answer',
      ours: toGraphql,
      bare: toChat(model.url, 'instant', false),
      wanted: /Ada prefers email[\s\S]*}\s*$/,
    },
    {
      name: '/v1 streamed, the first word',
      ours: toChat(server.url, agentId, true),
      bare: toChat(model.url, 'instant', true),
      wanted: /Ada/,
    },
  ];
  for (const { name, ours, bare, wanted } of ways) {
    for (let i = 0; i < WARM_UP; i += 1) {
      await timeTo(bare(i), wanted);
      await timeTo(ours(i), wanted);
    }
    const times = { ours: [] as number[], bare: [] as number[] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (let i = 0; i < ROUNDS / TURNS; i += 1) times.bare.push(await timeTo(bare(i), wanted));
      for (let i = 0; i < ROUNDS / TURNS; i += 1) times.ours.push(await timeTo(ours(i), wanted));
    }
    const added = (share: number) =>
      rounded(quantile(times.ours, share) - quantile(times.bare, share));
    rows.push({
      entries: size,
      way: name,
      'p50 ms': rounded(quantile(times.ours, 0.5)),
      'p99 ms': rounded(quantile(times.ours, 0.99)),
      'bare p50 ms': rounded(quantile(times.bare, 0.5)),
      'bare p99 ms': rounded(quantile(times.bare, 0.99)),
      'added p50 ms': added(0.5),
      'added p99 ms': added(0.99),
      [`p50 under ${AIM_MS} ms`]: added(0.5) < AIM_MS ? 'yes' : 'no',
    });
  }
}

report(
  `bench/generate: before an answer of the model reaches the caller, ${PIECES} pieces injected`,
  rows,
  options,
);
agent.destroy();
model.stop();
await server.close();
await close();
