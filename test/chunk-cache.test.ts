import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MIN_CACHED_CHUNKS } from '../src/chunk-cache/chunk-cache.ts';
import { spaceName } from '../src/db/embedding-space.ts';
import { entries } from '../src/db/tables/entries.ts';
import { eventLogs, events } from '../src/db/tables/events.ts';
import { projects } from '../src/db/tables/projects.ts';
import { isEmbedded } from './support/database.ts';
import { isCitus } from './support/database-server.ts';
import { COPY, DELETE_MANY, ENTRY, MOVE, UPDATE_ENTRY } from './support/entries.ts';
import { erase, PERSON } from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { direction, fill, near, projectSpaceOf } from './support/indexed-chunks.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';
import { touch } from './support/stream.ts';
import { createTrace, reviewTrace } from './support/traces.ts';

/**
 * Searches and writes that compare the chunks that the process has cached answer as those that compare them in the
 * database, also right after a change that the cache does not have yet. On Citus nothing is cached.
 */

const server = useServer();
let project: TestProject;
let large: string;
let other: string;

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { id content } matches { statement { text } } } } }`;
const SUPERSEDE = `mutation ($input: SupersedeEntriesInput!) {
  supersedeEntries(input: $input) { results { ... on Entry { id } ... on ItemError { code } } } }`;
const COUNTS = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { entry { id accessCount reviewCount } } } }`;
const NO_MERGES = { duplicateThreshold: 1, updateThreshold: 1 };

/** What happens in the background may take long on a busy machine. */
const SOON = { timeout: 20_000 };

const entryOf = (mutation: string) => {
  const inputType = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  return `mutation ($input: ${inputType}!) { ${mutation}(input: $input) { entry { id } } }`;
};

type Changed = { one: string; two: string; text: string; memoryId: string };

/** What changes which chunks are found: a mutation with its input. */
const CHANGES = {
  write: ({ text, memoryId }) => [entryOf('writeEntry'), { memoryId, content: text }],
  replace: ({ one, text, memoryId }) => [
    entryOf('writeEntry'),
    { memoryId, content: text, supersedes: [one] },
  ],
  update: ({ one, text }) => [UPDATE_ENTRY, { entryId: one, content: text }],
  plan: ({ one }) => [UPDATE_ENTRY, { entryId: one, kind: 'PLAN' }],
  tell: ({ one }) => [UPDATE_ENTRY, { entryId: one, metadata: { told: true } }],
  remove: ({ one }) => [DELETE_MANY, { entryIds: [one] }],
  restore: ({ one }) => [entryOf('restoreEntry'), { entryId: one }],
  move: ({ one, memoryId }) => [MOVE, { entryIds: [one], memoryId }],
  copy: ({ one, memoryId }) => [COPY, { entryIds: [one], memoryId }],
  supersede: ({ one, two }) => [SUPERSEDE, { entryIds: [one], by: two }],
  take: ({ one }) => [SUPERSEDE, { entryIds: [one] }],
  merge: ({ one, two }) => [entryOf('mergeEntries'), { entryIds: [one, two] }],
  split: ({ one }) => [entryOf('splitEntry'), { entryId: one, numbers: [1] }],
  deleteStatement: ({ one }) => [entryOf('deleteStatement'), { entryId: one, number: 1 }],
  revert: ({ one }) => [entryOf('revertEntry'), { entryId: one }],
} satisfies Record<string, (on: Changed) => [query: string, input: Record<string, unknown>]>;

/** Not every entry can be changed in every way. */
const REFUSED = ['BAD_USER_INPUT', 'NOT_FOUND', 'CONFLICT'];

type Counted = { entry: { id: string; accessCount: number } };
type Found = { score: number; entry: { id: string; content: string } }[];

const inProject = () => projectSpaceOf(server, project);

/** Resolves when the chunks of the project are cached. */
async function cached(): Promise<void> {
  const of = await inProject();
  server.app.chunkCache.request(of, MIN_CACHED_CHUNKS);
  await expect.poll(() => server.app.chunkCache.find(of) !== null, SOON).toBe(true);
}

/** The results by the cache, which have to be those of the database. */
async function search(input: Record<string, unknown>): Promise<Found> {
  await cached();
  const byCache = await project.run(SEARCH, { input });
  // The size of a scope and the numbers of chunks with frequent words may be those of an earlier search.
  server.app.scopeCache.clear();
  server.app.frequentWords.clear();
  const notCached = vi.spyOn(server.app.chunkCache, 'find').mockReturnValue(null);
  const byDatabase = await project.run(SEARCH, { input });
  notCached.mockRestore();
  const found: Found = byCache.searchKnowledge.results;
  const expected = clear(byDatabase.searchKnowledge.results).map((result) => ({
    ...result,
    score: expect.closeTo(result.score, 5),
  }));
  expect(clear(found)).toEqual(expected);
  const scores = found.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  return found;
}

/**
 * The results above the lowest score, of which any can be the last, by their ids: those with equal scores can be in any
 * order.
 */
function clear(found: Found): Found {
  const lowest = found.at(-1)?.score ?? 0;
  const above = found.filter(({ score }) => score > lowest + 0.001);
  return above.toSorted((one, other) => (one.entry.id < other.entry.id ? -1 : 1));
}

const contents = (found: Found) => found.map(({ entry }) => entry.content);

describe.skipIf(isCitus)('cached chunks', () => {
  beforeAll(async () => {
    project = await server.project();
    large = await project.memory(NO_MERGES);
    other = await project.memory(NO_MERGES);
    await fill(server, project, large, { count: 330, kind: 'FACT' });
  });

  it.each(['HYBRID', 'SEMANTIC', 'LEXICAL'])('are found as in the database: %s', async (mode) => {
    server.models.script('Plan number 7', direction(7));
    const found = await search({ query: 'Plan number 7', mode, limit: 5 });
    expect(contents(found)[0]).toBe('Plan number 7');
    await search({ query: 'number 12', mode, limit: 50 });
    await search({ query: 'plans of 2023-05-04, well-known or (not)', mode, limit: 10 });
    const inMemory = { memoryIds: [large], kinds: ['FACT'] };
    await search({ query: 'Plan number 9', mode, limit: 5, scope: inMemory });
    expect(await search({ query: 'Plan', mode, scope: { kinds: ['PLAN'] } })).toEqual([]);
  });

  it.each(['HYBRID', 'LEXICAL'])(
    'are found as in the database by a query of many words: %s',
    async (mode) => {
      const letters = [...'zxvtrpnmkb'];
      const words = letters.flatMap((one) => letters.map((two) => `q${one}${two}`)).slice(0, 90);
      for (const at of [0, 30, 60]) await project.write(other, words.slice(at, at + 30).join(' '));
      // Of 90 words, 64 are counted, and 32 of these are weighted. Many are equally long and equally rare.
      const asked = { query: words.join(' '), mode, limit: 3, scope: { memoryIds: [other] } };
      // A scope that was not searched before is searched in the database.
      await search(asked);
      await search(asked);
    },
  );

  it.each(['HYBRID', 'SEMANTIC', 'LEXICAL'])(
    'are the same of many with equal scores: %s',
    async (mode) => {
      const equal = await server.project();
      const memoryId = await equal.memory(NO_MERGES);
      const ids: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        server.models.script(`Equal one ${i}`, direction(1));
        ids.push((await equal.write(memoryId, `Equal one ${i}`, { kind: 'PLAN' })).entry.id);
      }
      server.models.script('Equal', direction(1));
      const of = await projectSpaceOf(server, equal);
      const input = { query: 'Equal', mode, limit: 5 };
      const idsFound = async () =>
        (await equal.run(SEARCH, { input })).searchKnowledge.results.map(
          ({ entry }: Found[number]) => entry.id,
        );
      server.app.chunkCache.request(of, MIN_CACHED_CHUNKS);
      await expect.poll(() => server.app.chunkCache.find(of) !== null, SOON).toBe(true);
      // A changed chunk has a new place in the cache and in the table.
      server.models.script('Equal one again', direction(1));
      await equal.run(UPDATE_ENTRY, { input: { entryId: ids[0], content: 'Equal one again' } });
      const first = ids.toSorted().slice(0, 5);
      expect(await idsFound()).toEqual(first);
      const notCached = vi.spyOn(server.app.chunkCache, 'find').mockReturnValue(null);
      expect(await idsFound()).toEqual(first);
      notCached.mockRestore();
    },
  );

  it('are found as they are now, though the cache was filled before', async () => {
    const find = async (number: number) => {
      server.models.script(`Plan number ${number}`, direction(number));
      return (await search({ query: `Plan number ${number}`, limit: 3 })).map(({ entry }) => entry);
    };
    const idOf = async (number: number) => (await find(number))[0]?.id ?? '';
    const ids = [await idOf(20), await idOf(21), await idOf(22), await idOf(23)] as const;
    const changeWhileCached = async (query: string, input: Record<string, unknown>) => {
      await cached();
      await project.run(query, { input });
    };
    server.models.script('The rewritten one', near(20, 0.1));
    await changeWhileCached(UPDATE_ENTRY, { entryId: ids[0], content: 'The rewritten one' });
    expect((await find(20))[0]?.content).toBe('The rewritten one');
    await changeWhileCached(DELETE_MANY, { entryIds: [ids[1]] });
    expect((await find(21)).map(({ id }) => id)).not.toContain(ids[1]);
    await changeWhileCached(MOVE, { entryIds: [ids[2]], memoryId: other });
    const moved = { query: 'Plan number 22', limit: 1, scope: { memoryIds: [large] } };
    expect((await search(moved))[0]?.entry.id).not.toBe(ids[2]);
    await changeWhileCached(SUPERSEDE, { entryIds: [ids[3]], by: ids[0] });
    expect((await find(23)).map(({ id }) => id)).not.toContain(ids[3]);
    server.models.script('A new plan', near(24, 0.05));
    await cached();
    const { entry } = await project.write(large, 'A new plan');
    expect((await find(24)).map(({ id }) => id)).toContain(entry.id);
  });

  it('are answered with the entries as they are now', async () => {
    const query = 'Plan number 30';
    server.models.script(query, direction(30));
    const found = async (fields: string) => {
      const all = `query ($input: SearchKnowledgeInput!) {
        searchKnowledge(input: $input) { results { ${fields} entry { id ${fields} content } } } }`;
      await cached();
      return (await project.run(all, { input: { query, limit: 1 } })).searchKnowledge.results[0];
    };
    const { id } = (await found('importance')).entry;
    // An access, and a review that leaves the utility as it is, have no event of the entry.
    await touch(project, { entryIds: [id] });
    const trace = await createTrace(project, { retrievedEntryIds: [id] });
    await reviewTrace(project, { traceId: trace.id, reward: 0.5 });
    await cached();
    const counts = await project.run(COUNTS, { input: { query, limit: 1 } });
    expect(counts.searchKnowledge.results[0].entry).toMatchObject({
      id,
      accessCount: 1,
      reviewCount: 1,
    });
    await cached();
    await project.run(UPDATE_ENTRY, { input: { entryId: id, importance: 9, metadata: { a: 1 } } });
    expect(await found('importance')).toMatchObject({ importance: 0.9, entry: { importance: 9 } });
  });

  it('have the counts of entries that were written after the cache was filled', async () => {
    const query = 'Plan number 32';
    server.models.script(query, direction(32));
    await search({ query, limit: 1 });
    await cached();
    server.models.script('The latest plan', near(32, 0.01));
    // The process does not hear of changes.
    const unheard = vi.spyOn(server.app.changes, 'latest').mockReturnValue(null);
    const { entry } = await project.write(other, 'The latest plan');
    await touch(project, { entryIds: [entry.id] });
    const found = async () => {
      const { searchKnowledge } = await project.run(COUNTS, { input: { query, limit: 2 } });
      return searchKnowledge.results.map(({ entry: { id, accessCount } }: Counted) => ({
        id,
        accessCount,
      }));
    };
    expect(await found()).toContainEqual({ id: entry.id, accessCount: 1 });
    await touch(project, { entryIds: [entry.id] });
    const together = await Promise.all([found(), found(), found()]);
    for (const one of together) expect(one).toContainEqual({ id: entry.id, accessCount: 2 });
    expect(server.app.chunkCache.find(await inProject())).not.toBeNull();
    unheard.mockRestore();
  });

  it('are not found once they are erased, though the process has not heard of it', async () => {
    const query = 'Plan number 31';
    server.models.script(query, direction(31));
    const { id } = (await search({ query, limit: 1 }))[0]?.entry ?? {};
    // Without the latest number of the log, the cache does not read the log in the background.
    const unheard = vi.spyOn(server.app.changes, 'latest').mockReturnValue(null);
    await project.run(UPDATE_ENTRY, { input: { entryId: id, metadata: PERSON } });
    await cached();
    const byOther = vi.spyOn(server.app.changes, 'invalidate').mockResolvedValue();
    await erase(project, { metadata: PERSON });
    byOther.mockRestore();
    expect(server.app.chunkCache.find(await inProject())).not.toBeNull();
    unheard.mockRestore();
    const { searchKnowledge } = await project.run(SEARCH, { input: { query, limit: 50 } });
    expect(searchKnowledge.results.map(({ entry }: Found[number]) => entry.id)).not.toContain(id);
    const of = await inProject();
    const kept = () => server.app.chunkCache.find(of)?.chunks.slotsOf(id ?? '') ?? [];
    await expect.poll(kept, SOON).toEqual([]);
  });

  it.skipIf(isEmbedded)('stay cached when the connections to the database are lost', async () => {
    await cached();
    const of = await inProject();
    const before = server.app.chunkCache.find(of);
    await server.app.db
      .execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      .catch(() => {});
    server.models.script('Written after the loss', near(60, 0.01));
    const input = { memoryId: other, content: 'Written after the loss' };
    const write = `mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }`;
    const written = () => post(server.url, ROOT_KEY, write, { input }, project.id);
    await eventually(async () => (await written()).data?.writeEntry.action).toBe('CREATED');
    server.models.script('Plan number 60', direction(60));
    const { searchKnowledge } = await project.run(SEARCH, {
      input: { query: 'Plan number 60', limit: 2 },
    });
    expect(contents(searchKnowledge.results)).toContain('Written after the loss');
    expect(server.app.chunkCache.find(of)).toBe(before);
  });

  it('are read again if the log is another one, as of a project that was made again', async () => {
    const query = 'Plan number 70';
    server.models.script(query, direction(70));
    const { id } = (await search({ query, limit: 1 }))[0]?.entry ?? {};
    const of = await inProject();
    const before = server.app.chunkCache.find(of);
    const { db } = server.app;
    const number = before?.head.number ?? 0n;
    const isThere = sql`${events.projectId} = ${of.projectId} and ${events.number} = ${number}`;
    await db.update(events).set({ token: 1n }).where(isThere);
    await db.update(eventLogs).set({ lastToken: 1n }).where(eq(eventLogs.projectId, of.projectId));
    await db.delete(entries).where(eq(entries.id, id ?? ''));
    const { searchKnowledge } = await project.run(SEARCH, { input: { query, limit: 50 } });
    expect(searchKnowledge.results.map(({ entry }: Found[number]) => entry.id)).not.toContain(id);
    await expect.poll(() => server.app.chunkCache.find(of) === before, SOON).toBe(false);
    await cached();
    expect(server.app.chunkCache.find(of)?.head).toEqual({ number, token: 1n });
  });

  it('are forgotten when the project is re-embedded', async () => {
    await cached();
    const of = await inProject();
    const reembed = async (embeddingModel: string) => {
      await server.app.db
        .update(projects)
        .set({ embeddingModel })
        .where(eq(projects.id, of.projectId));
      await server.app.changes.invalidate(of.projectId);
    };
    await reembed('another-model');
    await expect.poll(() => server.app.chunkCache.find(of), SOON).toBeNull();
    await reembed(of.space.model);
    await cached();
  });

  it.each([
    { number: 40, noise: 0.05, action: 'UPDATED' },
    { number: 41, noise: 2, action: 'CREATED' },
  ])('decide writes as the database does: $action', async ({ number, noise, action }) => {
    const text = `Another text about ${number}`;
    server.models.script(text, near(number, noise));
    const dryRun = { updateThreshold: 0.9, dryRun: true };
    const outcome = async () => {
      const {
        action: decided,
        similarity,
        matchedEntry,
      } = await project.write(large, text, dryRun);
      return { decided, similarity: similarity.toFixed(5), matched: matchedEntry.id };
    };
    const byDatabase = await outcome();
    await cached();
    const { entry, ...written } = await project.write(large, text, { updateThreshold: 0.9 });
    const { similarity, matchedEntry } = written;
    expect(written.action).toBe(action);
    expect({
      decided: written.action,
      similarity: similarity.toFixed(5),
      matched: matchedEntry.id,
    }).toEqual(byDatabase);
    expect(entry.content).toContain(text);
  });

  it('leave one entry of twenty equal writes at once', async () => {
    await cached();
    server.models.script('Said twenty times', near(50, 3));
    const writes = Array.from({ length: 20 }, () => project.write(large, 'Said twenty times'));
    const actions = (await Promise.all(writes)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(1);
  });

  it('are found as in the database in memories that are a small part of the project', async () => {
    const few = await project.memory(NO_MERGES);
    await fill(server, project, few, { count: 12, kind: 'FACT' });
    server.models.script('Plan number 5', direction(5));
    for (const memoryIds of [[few], [few, other]]) {
      const asked = { query: 'Plan number 5', limit: 4, scope: { memoryIds } };
      // A scope that was not searched before is searched in the database.
      await search(asked);
      for (const mode of ['HYBRID', 'SEMANTIC', 'LEXICAL']) {
        expect(contents(await search({ ...asked, mode }))[0]).toBe('Plan number 5');
      }
      await cached();
      const { vectors } = server.app.chunkCache.find(await inProject())?.chunks ?? {};
      if (vectors === undefined) throw new Error('Nothing is cached');
      const compared = vi.spyOn(vectors, 'upperBoundsAt');
      await project.run(SEARCH, { input: asked });
      expect(compared).toHaveBeenCalled();
    }
  });

  it('are brought up to date in the background, and forgotten with their space', async () => {
    await cached();
    const of = await inProject();
    const numberNow = () => server.app.chunkCache.find(of)?.head.number ?? 0n;
    const before = numberNow();
    const items = Array.from({ length: 40 }, (_, i) => ({ content: `A later text ${i}` }));
    await project.run(
      `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }`,
      { input: { memoryId: other, items } },
    );
    await expect.poll(numberNow, SOON).toBeGreaterThanOrEqual(before + 40n);
    const space = { model: `${spaceName(of.space)} of another kind`, dimensions: 3 };
    expect(server.app.chunkCache.find({ ...of, space })).toBeNull();
    expect(server.app.chunkCache.find(of)).toBeNull();
  });

  it('are read again if many have changed, and used until then', async () => {
    await cached();
    const of = await inProject();
    const before = server.app.chunkCache.find(of);
    const list = `query ($id: ID!) { memory(id: $id) { entries(first: 90) { nodes { id } } } }`;
    for (const [from, to] of [
      [large, other],
      [other, large],
    ] as const) {
      const { nodes } = (await project.run(list, { id: from })).memory.entries;
      const entryIds = nodes.map(({ id }: Counted['entry']) => id);
      await project.run(MOVE, { input: { entryIds, memoryId: to } });
      await project.run(SEARCH, { input: { query: 'Plan number 80', limit: 1 } });
      expect(server.app.chunkCache.find(of)).not.toBeNull();
    }
    const now = () => {
      const found = server.app.chunkCache.find(of);
      return {
        isThere: found !== null,
        isOther: found !== before,
        share: found?.chunks.emptyShare(),
      };
    };
    await expect.poll(now, SOON).toMatchObject({ isThere: true, isOther: true, share: 0 });
    await search({ query: 'Plan number 80', limit: 5 });
  });

  it('are found as in the database whatever is changed', { timeout: 300_000 }, async () => {
    const first = await project.run('{ entries(first: 100) { nodes { id } } }');
    const ids: string[] = first.entries.nodes.map(({ id }: { id: string }) => id);
    const change = fc.record({
      kind: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
      // A few entries, so that each is changed several times.
      entry: fc.nat({ max: 7 }),
      number: fc.nat({ max: 60 }),
    });
    const changed = fc.asyncProperty(
      fc.array(change, { minLength: 8, maxLength: 12 }),
      async (all) => {
        await cached();
        for (const { kind, entry, number } of all) {
          const text = `Plan number ${number} changed ${ids.length}`;
          server.models.script(text, near(number, 0.1 + ids.length / 1000));
          const [one = '', two = ''] = [ids.at(-1 - entry), ids.at(-2 - entry)];
          const memoryId = number % 2 ? large : other;
          const [query, input] = CHANGES[kind]({ one, two, text, memoryId });
          const { data, errors } = await post(server.url, project.keys.WRITE, query, { input });
          if (errors) expect(REFUSED).toContain(errors[0]?.extensions.code);
          const made = JSON.stringify(data ?? {}).match(/me_[0-9a-z]{26}/g) ?? [];
          ids.push(...made.filter((id) => !ids.includes(id)));
        }
        const changedIds = new Set(all.map(({ entry }) => ids.at(-1 - entry)));
        for (const id of [...changedIds].slice(0, 4)) {
          const { entry } = await project.run(ENTRY, { id });
          const [query] = entry.content.split('\n');
          for (const mode of ['HYBRID', 'SEMANTIC', 'LEXICAL']) {
            const asked = { query, mode, limit: 10 };
            await search(asked);
            await search({ ...asked, scope: { memoryIds: [other] } });
            await search({ ...asked, includeSuperseded: true, scope: { kinds: ['FACT'] } });
          }
        }
      },
    );
    await fc.assert(changed, { numRuns: 8, endOnFailure: true });
  });

  it('are forgotten when the project is deleted', async () => {
    await cached();
    const of = await inProject();
    const remove = `mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId } }`;
    const { name } = (await project.run('{ project { name } }')).project;
    await project.run(remove, { input: { confirmName: name } }, ROOT_KEY);
    await expect.poll(() => server.app.chunkCache.find(of), SOON).toBeNull();
  });
});
