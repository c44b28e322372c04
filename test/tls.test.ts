import { afterAll, describe, expect, it } from 'vitest';
import { isEmbedded } from './support/database.ts';
import { useServer } from './support/server.ts';
import { startTlsProxy, type TlsProxy } from './support/tls-proxy.ts';

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { content } } } }`;

describe.runIf(!isEmbedded)('over an encrypted connection', () => {
  let proxy: TlsProxy;
  const server = useServer(async ({ env }) => {
    proxy = await startTlsProxy(env.DATABASE_URL);
    return { DATABASE_URL: proxy.url, JOB_CONCURRENCY: '0' };
  });
  afterAll(() => proxy.close());

  it('the statements of a search are one record', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'The plan is secret');
    const input = { query: 'Which plan is secret?' };
    const recordsOfSearch = async () => {
      const before = proxy.records();
      await project.run(SEARCH, { input });
      return proxy.records() - before;
    };
    const counts: number[] = [];
    for (let run = 0; run < 7; run += 1) counts.push(await recordsOfSearch());
    // The least: the first search prepares, and whether the database can be heard is asked by the clock.
    expect(Math.min(...counts)).toBe(1);
  });

  it('a value of more than one record arrives whole', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const content = Array.from({ length: 3000 }, (_, i) => `word${i}`).join(' ');
    const { entry } = await project.write(memoryId, content);
    expect(entry.content).toBe(content);
  });
});
