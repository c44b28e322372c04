import { expect, it } from 'vitest';
import { useServer } from './support/server.ts';

/** Without a worker, whose looks for jobs would be counted as well. */
const server = useServer({ JOB_CONCURRENCY: '0' });

const DASHBOARD = `{
  memories(first: 20) {
    totalCount
    nodes {
      id name tags entryCount project { name }
      entries(first: 5) { totalCount nodes { id content memory { name } } pageInfo { hasNextPage } }
    }
  }
}`;

it('the number of SQL statements does not grow with the rows of a page', async () => {
  const project = await server.project();
  const countOf = async (): Promise<number> => {
    const { $client } = server.app.db as unknown as {
      $client: { query: (...args: never[]) => unknown };
    };
    const { query } = $client;
    let statements = 0;
    $client.query = function (this: unknown, ...args: never[]) {
      // Wake-ups of earlier writes, and what is done behind them, come a moment later.
      if (!/pg_notify|is_indexed/.test(JSON.stringify(args[0]))) statements += 1;
      return query.apply(this, args);
    };
    const { memories } = await project.run(DASHBOARD, {}, project.keys.READ);
    $client.query = query;
    for (const memory of memories.nodes) {
      expect(memory.entries.totalCount).toBe(memory.entryCount);
      expect(memory.entries.nodes).toHaveLength(Math.min(5, memory.entryCount));
      expect(memory.entries.pageInfo.hasNextPage).toBe(memory.entryCount > 5);
      const ids = memory.entries.nodes.map((node: { id: string }) => node.id);
      expect(ids).toEqual([...ids].sort().reverse());
    }
    return statements;
  };
  const fill = async (memories: number) => {
    for (let i = 0; i < memories; i += 1) {
      const memoryId = await project.memory();
      for (let j = 0; j < i + 1; j += 1)
        await project.write(memoryId, `Plan ${j}`, { kind: 'PLAN' });
    }
  };
  await fill(2);
  const few = await countOf();
  await fill(7);
  expect(await countOf()).toBe(few);
  expect(few).toBeLessThanOrEqual(8);
});
