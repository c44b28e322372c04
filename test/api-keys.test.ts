import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { apiKeys } from '../src/db/tables/projects.ts';
import { createRootKey } from '../src/projects/api-keys.ts';
import { rotateApiKey } from '../src/projects/change-keys.ts';
import { storeUses } from '../src/projects/key-uses.ts';
import { eventually } from './support/eventually.ts';
import { post, subscribe } from './support/graphql.ts';
import { afterDays, eventsOf } from './support/memories.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';

const server = useServer();

const KEY = `apiKey { id name role prefix createdBy { id kind name } lastUsedAt previousSecretExpiresAt expiresAt
  revokedAt }`;
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret ${KEY} } }`;
const RENAME = `mutation ($input: RenameApiKeyInput!) { renameApiKey(input: $input) { ${KEY} } }`;
const ROTATE = `mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { secret ${KEY} } }`;
const REVOKE = `mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { ${KEY} } }`;
const VIEWER = `{ viewer { ${KEY} } }`;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const create = async (project: TestProject, input = {}) =>
  (await project.run(CREATE, { input: { name: 'ci', ...input } }, project.keys.ADMIN)).createApiKey;

const rotate = async (project: TestProject, apiKeyId: string, overlapMinutes?: number | null) =>
  (await project.run(ROTATE, { input: { apiKeyId, overlapMinutes } }, project.keys.ADMIN))
    .rotateApiKey;

const statusOf = async (secret: string) => (await post(server.url, secret, VIEWER)).status;

const keyEvents = (project: TestProject) =>
  eventsOf(project, ['API_KEY_CREATED', 'API_KEY_UPDATED', 'API_KEY_REVOKED'], project.keys.ADMIN);

describe('an API key', () => {
  it('shows the beginning of its secret and who made it', async () => {
    const project = await server.project();
    const { secret, apiKey } = await create(project);
    expect(secret.slice(-43).startsWith(apiKey.prefix)).toBe(true);
    expect(apiKey.prefix).toHaveLength(6);
    expect(apiKey).toMatchObject({
      createdBy: { id: expect.stringMatching(/^key_/), kind: 'API_KEY', name: 'ADMIN' },
      lastUsedAt: null,
      previousSecretExpiresAt: null,
    });
    const { viewer } = await project.run(VIEWER, {}, project.keys.READ);
    expect(viewer.apiKey.createdBy).toEqual({ id: 'root', kind: 'ROOT_KEY', name: 'root' });
    expect(await keyEvents(project)).toMatchObject([
      {
        type: 'API_KEY_CREATED',
        changes: [
          { field: 'name', before: null, after: 'ci' },
          { field: 'role', before: null, after: 'READ' },
        ],
        actor: { id: apiKey.createdBy.id },
      },
    ]);
  });

  it('shows its name and role in the log to role ADMIN only', async () => {
    const project = await server.project();
    await create(project);
    const query = '{ events(types: [API_KEY_CREATED]) { nodes { changes { field } } } }';
    const seen = async (key: string) => (await project.run(query, {}, key)).events.nodes;
    expect(await seen(project.keys.READ)).toEqual([{ changes: [] }]);
    expect(await seen(project.keys.ADMIN)).toEqual([
      { changes: [{ field: 'name' }, { field: 'role' }] },
    ]);
  });

  it.each([
    ['2020-01-01T00:00:00Z', 'in the future'],
    ['9999-12-31T23:59:59-05:00', 'from the years 1000 to 9999'],
  ])('does not expire at %s', async (expiresAt, message) => {
    const project = await server.project();
    const input = { name: 'ci', expiresAt };
    const failed = await project.fail(CREATE, { input }, project.keys.ADMIN);
    expect(failed.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.expiresAt' });
    expect(failed.message).toContain(message);
  });

  it('is renamed, and once only in the log', async () => {
    const project = await server.project();
    const { apiKey } = await create(project);
    const rename = (name: string) =>
      project.run(RENAME, { input: { apiKeyId: apiKey.id, name } }, project.keys.ADMIN);
    for (const name of [' build ', 'build']) {
      expect((await rename(name)).renameApiKey.apiKey).toMatchObject({
        id: apiKey.id,
        name: 'build',
      });
    }
    expect((await keyEvents(project)).slice(1)).toMatchObject([
      { type: 'API_KEY_UPDATED', changes: [{ field: 'name', before: 'ci', after: 'build' }] },
    ]);
    const { extensions } = await project.fail(
      RENAME,
      { input: { apiKeyId: apiKey.id, name: ' ' } },
      project.keys.ADMIN,
    );
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.name' });
  });

  it('tells when it was last used, to within a minute', async () => {
    const project = await server.project();
    const { secret, apiKey } = await create(project);
    const lastUse = async () => {
      const [row] = await server.app.db.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
      return row?.lastUsedAt;
    };
    await storeUses(server.app);
    expect(await lastUse()).toBeNull();
    const before = Date.now();
    await Promise.all(Array.from({ length: 10 }, () => post(server.url, secret, VIEWER)));
    expect(await lastUse()).toBeNull();
    await storeUses(server.app);
    const used = await lastUse();
    expect(used?.getTime()).toBeGreaterThanOrEqual(before);
    expect(used?.getTime()).toBeLessThanOrEqual(Date.now());
    const { viewer } = (await post(server.url, secret, VIEWER)).data;
    expect(viewer.apiKey.lastUsedAt).toBe(used?.toISOString());
    await afterDays(server, -1, async () => {
      await post(server.url, secret, VIEWER);
      await storeUses(server.app);
    });
    expect(await lastUse()).toEqual(used);
  });

  it('keeps its last use for the next storage where the database fails', async () => {
    const project = await server.project();
    const { secret, apiKey } = await create(project);
    await post(server.url, secret, VIEWER);
    const { db } = server.app;
    server.app.db = {
      update: () => {
        throw new Error('The database is gone');
      },
    } as never;
    await storeUses(server.app);
    server.app.db = db;
    await storeUses(server.app);
    const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, apiKey.id));
    expect(row?.lastUsedAt).toBeInstanceOf(Date);
  });
});

describe('rotateApiKey', () => {
  it('gives a new secret, and ends the old one at once', async () => {
    const project = await server.project();
    const first = await create(project);
    const { secret, apiKey } = await rotate(project, first.apiKey.id, null);
    expect(secret).not.toBe(first.secret);
    expect(apiKey).toMatchObject({ id: first.apiKey.id, previousSecretExpiresAt: null });
    expect(secret.slice(-43).startsWith(apiKey.prefix)).toBe(true);
    expect([await statusOf(first.secret), await statusOf(secret)]).toEqual([401, 200]);
    const events = (await keyEvents(project)).slice(1);
    expect(events).toMatchObject([
      { type: 'API_KEY_UPDATED', changes: [{ field: 'secret', before: null, after: null }] },
    ]);
  });

  it('lets the old secret overlap, of the last rotation only', async () => {
    const project = await server.project();
    const first = await create(project);
    const second = await rotate(project, first.apiKey.id, 2 * 24 * 60);
    const end = Date.parse(second.apiKey.previousSecretExpiresAt);
    expect(Math.abs(end - Date.now() - 2 * DAY_MS)).toBeLessThan(MINUTE_MS);
    expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([200, 200]);
    await afterDays(server, 3, async () => {
      expect([await statusOf(first.secret), await statusOf(second.secret)]).toEqual([401, 200]);
      const { viewer } = (await post(server.url, second.secret, VIEWER)).data;
      expect(viewer.apiKey.previousSecretExpiresAt).toBeNull();
    });
    const third = await rotate(project, first.apiKey.id, 60);
    const secrets = [first.secret, second.secret, third.secret];
    expect(await Promise.all(secrets.map(statusOf))).toEqual([401, 200, 200]);
    await project.run(REVOKE, { input: { apiKeyId: first.apiKey.id } }, project.keys.ADMIN);
    expect(await Promise.all(secrets.map(statusOf))).toEqual([401, 401, 401]);
  });

  it('ends a subscription of the old secret with the overlap', async () => {
    const project = await server.project();
    const { apiKey, secret } = await create(project);
    await rotate(project, apiKey.id, 60);
    const live = subscribe(server.url, secret, 'subscription { events { type } }');
    const other = subscribe(server.url, project.keys.READ, 'subscription { events { type } }');
    await eventually(async () => {
      await project.memory();
      return live.received.length > 0 && other.received.length > 0;
    }).toBe(true);
    await afterDays(server, 1, async () => {
      await project.memory();
      await live.ended;
    });
    expect(JSON.stringify([live.received, live.errors])).toContain('UNAUTHENTICATED');
    expect(other.errors).toEqual([]);
    await other.stop();
  });

  it('ends the overlap with the key, and is refused to a revoked or expired key', async () => {
    const project = await server.project();
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    const { apiKey } = await create(project, { expiresAt });
    const rotated = await rotate(project, apiKey.id, 10_080);
    expect(rotated.apiKey.previousSecretExpiresAt).toBe(expiresAt);
    const again = { input: { apiKeyId: apiKey.id } };
    await afterDays(server, 2, async () => {
      const failed = await project.fail(ROTATE, again, project.keys.ADMIN);
      expect(failed.extensions.code).toBe('CONFLICT');
    });
    const revoked = (await project.run(REVOKE, again, project.keys.ADMIN)).revokeApiKey.apiKey;
    expect(revoked.previousSecretExpiresAt).toBeNull();
    const failed = await project.fail(ROTATE, again, project.keys.ADMIN);
    expect(failed.extensions).toMatchObject({ code: 'CONFLICT', apiKeyId: apiKey.id });
    expect((await project.run(REVOKE, again, project.keys.ADMIN)).revokeApiKey.apiKey).toEqual(
      revoked,
    );
    const events = await keyEvents(project);
    expect(events.filter(({ type }: { type: string }) => type === 'API_KEY_REVOKED')).toHaveLength(
      1,
    );
  });

  it('called ten times at once leaves one secret', async () => {
    const project = await server.project();
    const { apiKey } = await create(project);
    const all = await Promise.all(Array.from({ length: 10 }, () => rotate(project, apiKey.id)));
    const statuses = await Promise.all(all.map(({ secret }) => statusOf(secret)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  it('rotates a root key, without an event', async () => {
    const first = await createRootKey(server.app, { name: 'root', role: 'ADMIN' });
    const { secret } = await rotateApiKey(server.app, null, {
      apiKeyId: first.apiKey.id,
      overlapMinutes: 0,
    });
    expect([await statusOf(first.secret), await statusOf(secret)]).toEqual([401, 200]);
  });

  it.each([-1, 10_081])('refuses an overlap of %i minutes', async (overlapMinutes) => {
    const project = await server.project();
    const { apiKey } = await create(project);
    const input = { apiKeyId: apiKey.id, overlapMinutes };
    const { extensions } = await project.fail(ROTATE, { input }, project.keys.ADMIN);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.overlapMinutes' });
  });
});

describe('changes of keys', () => {
  it.each([
    ['', 'x'.repeat(5000)],
    ['key_x', 'mem_x'],
  ])('do not find %.9j or %.9j, or a key of another project', async (...ids) => {
    const [project, stranger] = [await server.project(), await server.project()];
    const { apiKey } = await create(stranger);
    for (const apiKeyId of [...ids, apiKey.id]) {
      for (const [query, more] of [
        [RENAME, { name: 'x' }],
        [ROTATE, {}],
        [REVOKE, {}],
      ] as const) {
        const input = { apiKeyId, ...more };
        const { extensions } = await project.fail(query, { input }, project.keys.ADMIN);
        expect(extensions.code).toBe('NOT_FOUND');
        const refused = await project.fail(query, { input });
        expect(refused.extensions.code).toBe('FORBIDDEN');
      }
    }
    expect(await statusOf(ROOT_KEY)).toBe(200);
  });
});

describe('updateProject', () => {
  it('records what it changes, once', async () => {
    const project = await server.project();
    const UPDATE =
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { updatedAt } } }';
    const change = async (input: object) =>
      (await project.run(UPDATE, { input }, project.keys.ADMIN)).updateProject.project;
    const settings = { learningRate: 0.5, stream: { maxDepth: 2 } };
    const changed = await change({ name: 'Renamed', settings });
    expect(await change({ name: 'Renamed', settings })).toEqual(changed);
    await change({ settings: { learningRate: null } });
    const events = await eventsOf(project, ['PROJECT_UPDATED']);
    expect(events).toHaveLength(2);
    expect(events[0].changes).toEqual([
      { field: 'name', before: expect.any(String), after: 'Renamed' },
      { field: 'learningRate', before: null, after: 0.5 },
      { field: 'stream', before: null, after: { maxDepth: 2 } },
    ]);
    expect(events[1].changes).toEqual([{ field: 'learningRate', before: 0.5, after: null }]);
  });
});
