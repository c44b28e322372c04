// Search through GraphQL over HTTP beside the bare SQL query through the bare driver in the same run,
// with recall@10 against an exact scan.  npx tsx bench/search.ts [--database URL] [--sizes 1000,10000]

import { cosineSimilarity } from '../src/db/embedding-space.ts';
import { startServer } from '../src/http/server.ts';
import { createProjectKey } from '../src/projects/api-keys.ts';
import { openBare } from './support/bare.ts';
import {
  DIMENSIONS,
  instantEmbedder,
  newCaller,
  newMemory,
  openBenchApp,
  quantile,
  type Row,
  readOptions,
  report,
  rounded,
  timeEach,
} from './support/bench.ts';
import { fillMemories } from './support/fill.ts';
import { openHttp } from './support/http-load.ts';
import { openRealVectors } from './support/vectors.ts';

const options = readOptions('1000,10000,100000');
const ROUNDS = 300;
const MEMORIES = 100;
const LANES = 16;

const vectorOf = await openRealVectors(options);
const vectors = new Map<string, number[]>();
const { app, close } = await openBenchApp(options, instantEmbedder(vectors));
const server = await startServer(app);
const rows: Row[] = [];

for (const size of options.sizes) {
  const caller = await newCaller(app);
  const bare = await openBare(app);
  const memories = await Promise.all(
    Array.from({ length: MEMORIES }, (_, i) => newMemory(app, caller, i < 5 ? ['five'] : [])),
  );
  const texts = Array.from({ length: size }, (_, i) => ({
    text: `Held ${i}`,
    vector: vectorOf(i),
  }));
  const held = await fillMemories(app, caller, { memoryIds: memories, texts });
  await bare.fill(held);

  const scopes: Record<string, { input: object; memories: Set<string> | null }> = {
    'whole project': { input: {}, memories: null },
    'one memory of 1 %': {
      input: { scope: { memoryIds: [memories[7]] } },
      memories: new Set([memories[7] ?? '']),
    },
    'tags of 5 %': {
      input: { scope: { memoryTags: ['fiv*'] } },
      memories: new Set(memories.slice(0, 5)),
    },
    '50 memories': {
      input: { scope: { memoryIds: memories.slice(50) } },
      memories: new Set(memories.slice(50)),
    },
  };
  const probes = Array.from({ length: 60 }, (_, i) => {
    const text = `probe ${size} ${i}`;
    vectors.set(text, vectorOf(1_000_000 + i * 97));
    return text;
  });
  const query =
    'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { score entry { id content } } } }';
  const { secret } = await createProjectKey(app, caller, { name: 'b', role: 'READ' });
  const clients = await Promise.all(Array.from({ length: LANES }, () => openHttp(server.url)));
  const free = [...clients];
  /** Asks over one of the connections; no more are under way at once than there are. */
  const search = async (text: string, input: object): Promise<string[]> => {
    const client = free.pop();
    if (client === undefined) throw new Error('More searches at once than connections');
    const body = JSON.stringify({
      query,
      variables: { input: { query: text, mode: 'SEMANTIC', ...input } },
    });
    const headers = { 'content-type': 'application/json', 'x-api-key': secret };
    const answer = JSON.parse(String(await client.ask({ path: '/graphql', headers, body })));
    free.push(client);
    return answer.data.searchKnowledge.results.map(
      (result: { entry: { id: string } }) => result.entry.id,
    );
  };
  const plain = 'select c.entry_id, c.text from chunks c where c.project_id = $2 and c.is_indexed';
  const space = `c.space = 'instant/${DIMENSIONS}'`;
  const order = `order by c.embedding::vector(${DIMENSIONS}) <=> $1::vector(${DIMENSIONS}) limit 10`;
  for (const [name, scope] of Object.entries(scopes)) {
    const bareQuery = async (text: string) => {
      const vector = JSON.stringify(vectors.get(text));
      if (scope.memories === null) return bare.nearest(vectors.get(text) ?? [], 10);
      const parameters = [vector, caller.project.id, [...scope.memories]];
      const rows = await bare.query(
        `${plain} and ${space} and c.memory_id = any($3) ${order}`,
        parameters,
      );
      return rows.map((row) => (row as { entry_id: string }).entry_id);
    };
    for (const probe of probes.slice(0, 20)) {
      await search(probe, scope.input);
      await bareQuery(probe);
    }
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      theirs.push(...(await timeEach(ROUNDS / 3, 1, (i) => bareQuery(probes[i % 60] ?? ''))).times);
      ours.push(
        ...(await timeEach(ROUNDS / 3, 1, (i) => search(probes[i % 60] ?? '', scope.input))).times,
      );
    }
    const { perSecond } = await timeEach(ROUNDS, LANES, (i) =>
      search(probes[i % 60] ?? '', scope.input),
    );
    let found = 0;
    let foundBare = 0;
    let wanted = 0;
    for (const probe of probes) {
      const vector = vectors.get(probe) ?? [];
      const exact = held
        .filter((entry) => scope.memories === null || scope.memories.has(entry.memoryId))
        .map((entry) => ({ id: entry.id, score: cosineSimilarity(vector, entry.vector) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, 10);
      const results = new Set(await search(probe, scope.input));
      const bareResults = new Set(await bareQuery(probe));
      wanted += exact.length;
      found += exact.filter((entry) => results.has(entry.id)).length;
      foundBare += exact.filter((entry) => bareResults.has(entry.id)).length;
    }
    rows.push({
      entries: size,
      scope: name,
      'p50 ms': rounded(quantile(ours, 0.5)),
      'p99 ms': rounded(quantile(ours, 0.99)),
      'bare p50 ms': rounded(quantile(theirs, 0.5)),
      'p50 − 1.5 × bare': rounded(quantile(ours, 0.5) - 1.5 * quantile(theirs, 0.5)),
      'requests/s (16)': rounded(perSecond, 0),
      'recall@10': rounded(found / wanted, 3),
      'bare recall@10': rounded(foundBare / wanted, 3),
    });
  }
  for (const client of clients) client.close();
  await bare.close();
}

report('bench/search: SEMANTIC over HTTP, instant embedder', rows, options);
await server.close();
await close();
