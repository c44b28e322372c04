import { expect, it } from 'vitest';
import type { Data } from './support/graphql.ts';
import { useServer } from './support/server.ts';

/** Without a worker, whose looks for jobs would be counted as well. */
const server = useServer({ JOB_CONCURRENCY: '0' });

const DASHBOARD = `{
  memories(first: 20) {
    totalCount
    nodes {
      id name tags entryCount summary project { name summary }
      entries(first: 5) { totalCount nodes { id content memory { name } } pageInfo { hasNextPage } }
    }
  }
}`;

/** Runs the work, and returns the texts of the SQL statements that it sent. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const { $client } = server.app.db as unknown as {
    $client: { query: (...args: never[]) => unknown };
  };
  const { query } = $client;
  const statements: string[] = [];
  $client.query = function (this: unknown, ...args: never[]) {
    const text = JSON.stringify(args[0]);
    // Wake-ups of earlier writes, and what is done behind them, come a moment later.
    if (!/pg_notify|is_indexed/.test(text)) statements.push(text);
    return query.apply(this, args);
  };
  try {
    await work();
  } finally {
    $client.query = query;
  }
  return statements;
}

it('the number of SQL statements does not grow with the rows of a page', async () => {
  const project = await server.project();
  const countOf = async (): Promise<number> => {
    let memories: Data = null;
    const statements = await statementsOf(async () => {
      memories = (await project.run(DASHBOARD, {}, project.keys.READ)).memories;
    });
    // The page of the entries is the prepared statement, whose bound is also given for the first page.
    const pages = statements.filter((text) => text.includes('lateral'));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/\\"entries\\"\.\\"id\\" < \$\d/);
    for (const memory of memories.nodes) {
      expect(memory.entries.totalCount).toBe(memory.entryCount);
      expect(memory.entries.nodes).toHaveLength(Math.min(5, memory.entryCount));
      expect(memory.entries.pageInfo.hasNextPage).toBe(memory.entryCount > 5);
      const ids = memory.entries.nodes.map((node: { id: string }) => node.id);
      expect(ids).toEqual([...ids].sort().reverse());
    }
    return statements.length;
  };
  const fill = async (memories: number) => {
    for (let i = 0; i < memories; i += 1) {
      const memoryId = await project.memory();
      for (let j = 0; j < i + 1; j += 1)
        await project.write(memoryId, `Plan ${j}`, { kind: 'PLAN' });
    }
  };
  await fill(2);
  // The first request reads the key and its project, which the process then keeps.
  await countOf();
  const few = await countOf();
  await fill(7);
  expect(await countOf()).toBe(few);
  expect(few).toBeLessThanOrEqual(12);
});
