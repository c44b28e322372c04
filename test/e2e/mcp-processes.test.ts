import { describe, expect, it } from 'vitest';
import { isEmbedded } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { connectMcpHttp } from '../support/mcp.ts';
import { seed, useProcesses } from '../support/processes.ts';

const processes = useProcesses();

describe.skipIf(isEmbedded)('MCP of two processes on one PostgreSQL', () => {
  it('answers each request of a client at another process, and tells it of changes at both', async () => {
    const [one, other] = await Promise.all([processes.start(), processes.start()]);
    const { key } = await seed(one.url);
    const asked: string[] = [];
    /** A load balancer that sends each request to the next process. */
    const balanced: typeof fetch = (input, init) => {
      const { url } = asked.length % 2 === 0 ? one : other;
      asked.push(`${init?.method} ${url}`);
      return fetch(String(input).replace(one.url, url), init);
    };
    const { client, call, notifications } = await connectMcpHttp(one.url, key, { fetch: balanced });
    const write = { memory: 'Balanced', content: 'Said once', createMemory: true };
    const written = await call('write_memory', write);
    expect(await call('write_memory', write)).toMatchObject({
      entryId: written.entryId,
      action: 'SKIPPED',
    });
    const uri = 'lorebase://memories/Balanced';
    await client.subscribeResource({ uri });
    await eventually(async () => {
      await call('write_memory', { ...write, content: `Text ${Math.random()}` });
      return notifications.map(({ params }) => params?.uri);
    }).toContain(uri);
    for (const { url } of [one, other]) expect(asked).toContain(`POST ${url}`);
    await client.close();
  });
});
