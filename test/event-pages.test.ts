import { describe, expect, it } from 'vitest';
import { encodePosition } from '../src/events/position.ts';
import { purgeEvents } from '../src/events/purge-events.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ JOB_CONCURRENCY: '0' });

/** A cursor that no log has. */
const UNKNOWN = encodePosition({ number: 1n, token: 1n });

const PAGE = `query ($types: [EventType!], $direction: OrderDirection, $first: Int, $after: String, $last: Int, $before: String) {
  events(types: $types, direction: $direction, first: $first, after: $after, last: $last, before: $before) {
    totalCount headCursor nodes { cursor type } edges { cursor }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

const pageOf = async (project: TestProject, variables: Record<string, unknown> = {}) =>
  (await project.run(PAGE, variables, project.keys.READ)).events;

const cursorsOf = (page: { nodes: { cursor: string }[] }) => page.nodes.map((node) => node.cursor);

/** A project with the events of two memories and five entries, and their cursors in the order of the log. */
async function filled() {
  const project = await server.project();
  const start: string = (await pageOf(project, { first: 0 })).headCursor;
  const [one, other] = [await project.memory(), await project.memory()];
  for (let i = 0; i < 5; i += 1) {
    await project.write(i % 2 ? one : other, `Plan ${i}`, { kind: 'PLAN' });
  }
  const all = cursorsOf(await pageOf(project, { first: 100, after: start }));
  expect(all).toHaveLength(7);
  return { project, start, all };
}

describe('the log of events', () => {
  it('is listed oldest first, or newest first', async () => {
    const { project, all } = await filled();
    const ascending = cursorsOf(await pageOf(project, { first: 100 }));
    const descending = await pageOf(project, { first: 100, direction: 'DESC' });
    expect(ascending).toEqual([...ascending].sort());
    expect(cursorsOf(descending)).toEqual(ascending.toReversed());
    expect(cursorsOf(await pageOf(project, { first: 100, direction: null }))).toEqual(ascending);
    expect(cursorsOf(await pageOf(project, { first: 3, direction: 'DESC' }))).toEqual(
      all.slice(-3).toReversed(),
    );
    const edges = descending.edges.map((edge: { cursor: string }) => edge.cursor);
    expect(edges).toEqual(cursorsOf(descending));
    const { pageInfo } = descending;
    expect(pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: false,
      startCursor: edges[0],
      endCursor: edges.at(-1),
    });
  });

  it.each(['ASC', 'DESC'])('is paged forward and backward in direction %s', async (direction) => {
    const { project } = await filled();
    const list = cursorsOf(await pageOf(project, { first: 100, direction }));
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page = await pageOf(project, { direction, first: 3, after });
      seen.push(...cursorsOf(page));
      expect(page.totalCount).toBe(list.length);
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      if (!page.pageInfo.hasNextPage) break;
      after = page.pageInfo.endCursor;
    }
    expect(seen).toEqual(list);
    const back: string[] = [];
    for (let before: string | null = null; ; ) {
      const page = await pageOf(project, { direction, last: 3, before });
      back.unshift(...cursorsOf(page));
      expect(page.pageInfo.hasNextPage).toBe(before !== null);
      if (!page.pageInfo.hasPreviousPage) break;
      before = page.pageInfo.startCursor;
    }
    expect(back).toEqual(list);
    const between = { after: list[0], before: list[4] };
    expect(cursorsOf(await pageOf(project, { direction, ...between }))).toEqual(list.slice(1, 4));
  });

  it('counts and pages the events that pass the filter', async () => {
    const { project } = await filled();
    const types = ['ENTRY_CREATED'];
    const one = await pageOf(project, { types, direction: 'DESC', first: 3 });
    expect(one).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
    const two = await pageOf(project, {
      types,
      direction: 'DESC',
      first: 3,
      after: one.pageInfo.endCursor,
    });
    expect(two.nodes).toHaveLength(2);
    expect(two).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: false } });
    expect((await pageOf(project, { types: [], first: 0 })).totalCount).toBe(0);
  });

  it('tells its current end on any page, from which a subscription misses nothing', async () => {
    const { project } = await filled();
    const { headCursor } = await pageOf(project, { direction: 'DESC', first: 2 });
    const live = project.subscribe(
      'subscription ($after: String) { events(after: $after) { type } }',
      { after: headCursor },
    );
    await project.memory();
    expect(await live.count(1)).toEqual([{ events: { type: 'MEMORY_CREATED' } }]);
    await live.stop();
  });

  it('is the same as a field of the project', async () => {
    const { project } = await filled();
    const query = `{ events(direction: DESC, first: 3) { nodes { id } }
      project { events(direction: DESC, first: 3) { nodes { id } } } }`;
    const { events, project: found } = await project.run(query, {}, project.keys.READ);
    expect(found.events).toEqual(events);
  });

  it.each([
    ['first', { first: 101 }],
    ['last', { last: -1 }],
    ['after', { after: 'nonsense' }],
    ['before', { before: 'mem_01m7vp9axme049zzpfbqmg6msh' }],
  ])('refuses a wrong %s: %j', async (path, variables) => {
    const project = await server.project();
    const { extensions } = await project.fail(PAGE, variables);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it.each([
    { before: UNKNOWN, last: 2 },
    { after: UNKNOWN, direction: 'DESC' },
  ])('refuses a cursor of another log: %j', async (variables) => {
    const project = await server.project();
    expect((await project.fail(PAGE, variables)).extensions.code).toBe('CURSOR_EXPIRED');
  });

  it('refuses cursors of purged events in both directions', async () => {
    const { project, all } = await filled();
    const now = server.app.clock;
    server.app.clock = () => new Date(Date.now() + 31 * 86_400_000);
    try {
      await project.memory();
      await purgeEvents(server.app);
    } finally {
      server.app.clock = now;
    }
    const left = cursorsOf(await pageOf(project));
    expect(left).toHaveLength(1);
    for (const direction of ['ASC', 'DESC']) {
      for (const variables of [
        { after: all[0] },
        { before: all[0] },
        { last: 2, before: all[0] },
      ]) {
        const { extensions } = await project.fail(PAGE, { direction, ...variables });
        expect(extensions.code).toBe('CURSOR_EXPIRED');
      }
      // The last purged event is where the rest begins.
      const rest = await pageOf(project, { direction: 'ASC', after: all.at(-1) });
      expect(cursorsOf(rest)).toEqual(left);
    }
  });
});
