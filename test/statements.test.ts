import { expect, it } from 'vitest';
import type { Data } from './support/graphql.ts';
import { useServer } from './support/server.ts';
import { ofRequests, statementsDuring } from './support/sql-statements.ts';

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

it('the number of SQL statements does not grow with the rows of a page', async () => {
  const project = await server.project();
  const countOnce = async (): Promise<number> => {
    let memories: Data = null;
    const sent = await statementsDuring(server, async () => {
      memories = (await project.run(DASHBOARD, {}, project.keys.READ)).memories;
    });
    const statements = ofRequests(sent);
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
  // On a busy machine, a process that has not heard from the database for a second reads again what it keeps.
  const countOf = async () =>
    Math.min(await countOnce(), await countOnce(), await countOnce(), await countOnce());
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
  expect(few).toBeLessThanOrEqual(12);
});
