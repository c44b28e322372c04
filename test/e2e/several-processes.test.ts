import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { isEmbedded } from '../support/database.ts';
import { createDeferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import { post, subscribe } from '../support/graphql.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { ROOT_KEY, run, WRITE } from '../support/server.ts';

const processes = useProcesses();

describe.skipIf(isEmbedded)('two processes on one PostgreSQL', () => {
  it('leave one entry of 20 identical writes at once', async () => {
    const [one, other] = await Promise.all([processes.start(), processes.start()]);
    const where = await seed(one.url);
    const writes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        run(i % 2 ? one.url : other.url, where.key, WRITE, {
          input: { memoryId: where.memoryId, content: 'Same' },
        }),
      ),
    );
    const actions = writes.map((data) => data.writeEntry.action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(1);
    expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(19);
  });

  it('give a subscriber that is cut and resumed every event once, while both write', async () => {
    const [one, other] = await Promise.all([processes.start(), processes.start()]);
    const where = await seed(one.url);
    const LOG = `query ($after: String) { events(first: 100, after: $after) {
      headCursor nodes { cursor } pageInfo { hasNextPage endCursor } } }`;
    const { events } = await run(one.url, where.key, LOG);
    const start_ = events.headCursor;
    const total = 120;
    const writing = Promise.all(
      [one, other].map(async ({ url }, lane) => {
        for (let i = 0; i < total / 2; i += 1) {
          const input = {
            memoryId: where.memoryId,
            content: `Lane ${lane} number ${i}`,
            kind: 'PLAN',
          };
          await run(url, where.key, WRITE, { input });
        }
      }),
    );
    const query =
      'subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) { events(scope: $scope, types: $types, after: $after) { cursor } }';
    const seen: string[] = [];
    for (let cut = 0; seen.length < total; cut += 1) {
      const after = seen.at(-1) ?? start_;
      const live = subscribe((cut % 2 ? one : other).url, where.key, query, { after });
      await live.count(Math.min(11, total - seen.length));
      await live.stop();
      seen.push(...live.received.map((data) => data.events.cursor));
    }
    await writing;
    const logged: string[] = [];
    for (let after = start_, more = true; more; ) {
      const page = (await run(one.url, where.key, LOG, { after })).events;
      logged.push(...page.nodes.map((node: { cursor: string }) => node.cursor));
      after = page.pageInfo.endCursor;
      more = page.pageInfo.hasNextPage;
    }
    expect(logged).toHaveLength(total);
    expect(seen).toEqual(logged);
  });

  it('wake each other: a change made by one reaches a subscriber of the other at once', async () => {
    const [one, other] = await Promise.all([processes.start(), processes.start()]);
    const where = await seed(one.url);
    const query =
      'subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) { events(scope: $scope, types: $types, after: $after) { type createdAt } }';
    const { events } = await run(one.url, where.key, `{ events { headCursor } }`);
    const after = events.headCursor;
    const live = subscribe(other.url, where.key, query, { after });
    const delays: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      const content = `Change ${i}`;
      await run(one.url, where.key, WRITE, {
        input: { memoryId: where.memoryId, content, kind: 'PLAN' },
      });
      await live.count(i + 1);
      delays.push(Date.now() - Date.parse(live.received[i].events.createdAt));
    }
    // Unasked, the other process would look again after two seconds.
    expect(Math.min(...delays)).toBeLessThan(1000);
    await live.stop();
  });

  it('survive the loss of every connection, again and again, while they write', async () => {
    const server = await processes.start();
    const where = await seed(server.url);
    const query =
      'subscription ($scope: KnowledgeScope = {}, $types: [EventType!], $after: String) { events(scope: $scope, types: $types, after: $after) { entryId } }';
    const head = await run(server.url, where.key, `{ events { headCursor } }`);
    const after = head.events.headCursor;
    const live = subscribe(server.url, where.key, query, { after });
    const input = { memoryId: where.memoryId, content: 'To begin with', kind: 'PLAN' };
    const begun = await run(server.url, where.key, WRITE, { input });
    await live.count(1);
    const stored = new Set<string>([begun.writeEntry.entry.id]);
    const codes = new Set<string>();
    let isDone = false;
    const lanes = Array.from({ length: 6 }, async (_, lane) => {
      for (let i = 0; !isDone; i += 1) {
        const input = {
          memoryId: where.memoryId,
          content: `Lane ${lane} number ${i}`,
          kind: 'PLAN',
        };
        const { data, errors } = await post(server.url, where.key, WRITE, { input });
        if (data) stored.add(data.writeEntry.entry.id);
        else codes.add(errors?.[0]?.extensions.code ?? 'none');
      }
    });
    const sql = postgres(processes.database.env.DATABASE_URL, { max: 1 });
    for (let round = 0; round < 8; round += 1) {
      // The writers and the subscriber connect again and get some work done before the next loss.
      await new Promise((resolve) => setTimeout(resolve, 250));
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    }
    isDone = true;
    await Promise.all(lanes);
    await sql.end();
    expect([...codes].filter((code) => code !== 'DATABASE_UNAVAILABLE')).toEqual([]);
    expect(stored.size).toBeGreaterThan(0);
    const last = await run(server.url, where.key, WRITE, {
      input: { memoryId: where.memoryId, content: 'Afterwards', kind: 'PLAN' },
    });
    stored.add(last.writeEntry.entry.id);
    const seen = () => live.received.map((data) => data.events.entryId);
    await eventually(() => seen().includes(last.writeEntry.entry.id)).toBe(true);
    const missed = [...stored].filter((id) => !seen().includes(id));
    expect(missed).toEqual([]);
    expect(new Set(seen()).size).toBe(seen().length);
    await live.stop();
  });

  it('keep working on a model change that a write did not see coming', async () => {
    const [one, other] = await Promise.all([processes.start(), processes.start()]);
    const where = await seed(one.url);
    const changed = createDeferred();
    processes.models.behave({ kind: 'normal', after: changed.promise });
    const writing = run(one.url, where.key, WRITE, {
      input: { memoryId: where.memoryId, content: 'Overtaken' },
    });
    await eventually(() => processes.models.requests.length).toBe(1);
    const settings = { embeddingModel: 'second-embedder', embeddingDimensions: 64 };
    await run(
      other.url,
      ROOT_KEY,
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings } },
      where.projectId,
    );
    changed.resolve();
    expect((await writing).writeEntry.action).toBe('CREATED');
    const search = { query: 'Overtaken' };
    const found = await run(
      one.url,
      where.key,
      'query ($input: SearchKnowledgeInput!) { searchKnowledge(input: $input) { results { similarity } } }',
      { input: search },
    );
    expect(found.searchKnowledge.results).toHaveLength(1);
  });
});
