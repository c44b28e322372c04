import { expect, it } from 'vitest';
import { connectMcpHttp } from './support/mcp.ts';
import { useServer } from './support/server.ts';

const server = useServer({ RATE_LIMIT_PER_MINUTE: '5' });

it('MCP shares the rate limit of the key with GraphQL, and says when to try again', async () => {
  const project = await server.project();
  // The stream of notifications would take a unit at some time.
  const withoutStream: typeof fetch = async (input, init) =>
    init?.method === 'GET' ? new Response(null, { status: 405 }) : fetch(input, init);
  const { call, fail, client } = await connectMcpHttp(server.url, project.keys.WRITE, {
    fetch: withoutStream,
  });
  await project.run('{ viewer { role } }');
  await call('list_memories');
  await client.listResources();
  // The listing of tools is the same for every key, and takes no unit.
  await client.listTools();
  await call('list_memories');
  await call('list_memories');
  const { code, text } = await fail('list_memories');
  expect(code).toBe('RATE_LIMITED');
  expect(text).toMatch(/try again in \d+ s\. Nothing was done\. Wait, then call again\.$/);
  await expect(client.listResources()).rejects.toMatchObject({
    data: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) },
  });
  expect((await project.fail('{ viewer { role } }')).extensions.code).toBe('RATE_LIMITED');
  await client.close();
});
