import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { prepared } from '../src/db/prepared-queries.ts';
import { isEmbedded } from './support/database.ts';
import { isCitus } from './support/database-server.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { useOther } from './support/other-process.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

const LIST = '{ memories(first: 5) { nodes { id name entries(first: 2) { nodes { id } } } } }';

/** The embedded database has one connection only. */
describe.skipIf(isEmbedded)('reads at once', () => {
  const server = useServer();

  const manyLists = (url: string, project: string, count = 40) =>
    Promise.all(Array.from({ length: count }, () => post(url, ROOT_KEY, LIST, {}, project)));

  it('share a connection', async () => {
    const project = await server.project();
    await project.memory();
    const { url, app } = await useOther(server);
    await post(url, ROOT_KEY, LIST, {}, project.id);
    const { total } = app.connection.pool();
    const answers = await manyLists(url, project.id, 16);
    expect(answers.map(({ data }) => data?.memories.nodes.length)).toEqual(Array(16).fill(1));
    expect(app.connection.pool()).toEqual({ total, idle: total, waiting: 0 });
  });

  // On Citus, plans are made for the values, which decide on the shards.
  it.skipIf(isCitus)('are planned once, whatever the values of their parameters', async () => {
    const project = await server.project();
    for (let count = 0; count < 5; count += 1) await project.memory();
    const { url, app } = await useOther(server);
    for (let count = 0; count < 10; count += 1) await post(url, ROOT_KEY, LIST, {}, project.id);
    const plans = prepared(app.db, 'plans of the connection', () =>
      app.db
        .select({ values: sql`sum(custom_plans)::int`, kept: sql`sum(generic_plans)::int` })
        .from(sql`pg_prepared_statements`)
        .where(sql`statement like '%"entries"%'`),
    );
    expect(await plans.execute()).toEqual([{ values: 0, kept: expect.any(Number) }]);
  });

  it('go on when their connection is lost', async () => {
    const project = await server.project();
    await project.memory();
    const { url } = await useOther(server);
    await manyLists(url, project.id);
    await server.app.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await eventually(async () => {
      const answers = await manyLists(url, project.id);
      return answers.filter(({ data }) => data?.memories.nodes.length === 1).length;
    }).toBe(40);
  });

  it('share none of a pool of one connection', async () => {
    const project = await server.project();
    const { url } = await useOther(server, { DATABASE_POOL_SIZE: '1' });
    const create = 'mutation { createMemory(input: { name: "one" }) { memory { id } } }';
    const [, made] = await Promise.all([
      manyLists(url, project.id),
      post(url, ROOT_KEY, create, {}, project.id),
    ]);
    expect(made.errors).toBeUndefined();
  });
});
