import { describe, expect, it } from 'vitest';
import { post } from './support/graphql.ts';
import { ROOT_KEY, useServer } from './support/server.ts';

const server = useServer();

const VIEWER = '{ viewer { role isRoot apiKey { id name } project { id name } } }';
const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id role expiresAt revokedAt project { id } } }
}`;
const REVOKE = `mutation ($input: RevokeApiKeyInput!) {
  revokeApiKey(input: $input) { apiKey { id revokedAt } }
}`;
const UPDATE = `mutation ($input: UpdateProjectInput!) {
  updateProject(input: $input) { project { name settings {
    embeddingModel embeddingDimensions duplicateThreshold updateThreshold learningRate similarityThreshold
  } } }
}`;
const DELETE = `mutation ($input: DeleteProjectInput!) {
  deleteProject(input: $input) { deletedProjectId }
}`;

describe('the viewer', () => {
  it('is the configured root key, bound to nothing', async () => {
    const { viewer } = await server.asRoot(VIEWER);
    expect(viewer).toEqual({ role: 'ADMIN', isRoot: true, apiKey: null, project: null });
  });

  it('is a key bound to its project', async () => {
    const project = await server.project();
    const { viewer } = await project.run(VIEWER, {}, project.keys.READ);
    expect(viewer).toMatchObject({ role: 'READ', isRoot: false, project: { id: project.id } });
  });

  it.each([
    ['x-api-key', (key: string) => key],
    ['authorization', (key: string) => `bearer ${key}`],
  ])('is read from %s', async (name, value) => {
    const response = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [name]: value(ROOT_KEY) },
      body: JSON.stringify({ query: '{ viewer { role } }' }),
    });
    expect(await response.json()).toMatchObject({ data: { viewer: { role: 'ADMIN' } } });
  });

  it.each([
    ['none', null, 200],
    ['nonsense', 'nonsense', 401],
    ['a well-formed stranger', `lore_root_${'A'.repeat(43)}`, 401],
  ])('with %s is UNAUTHENTICATED', async (_, key, status) => {
    const answer = await post(server.url, key, VIEWER);
    expect(answer.status).toBe(status);
    expect(answer.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});

describe('projects', () => {
  it('have the settings of the configuration until they are given their own', async () => {
    const project = await server.project({ duplicateThreshold: 0.9 });
    const settings = {
      embeddingModel: 'test-embedder',
      embeddingDimensions: 64,
      duplicateThreshold: 0.9,
      updateThreshold: 0.75,
      learningRate: 0.3,
      similarityThreshold: 0.5,
    };
    const change = async (input: object) =>
      (await project.run(UPDATE, { input }, project.keys.ADMIN)).updateProject.project;
    expect(await change({ name: 'renamed' })).toEqual({ name: 'renamed', settings });
    expect(await change({ settings: { updateThreshold: 0.8, learningRate: 0 } })).toEqual({
      name: 'renamed',
      settings: { ...settings, updateThreshold: 0.8, learningRate: 0 },
    });
    const back = { duplicateThreshold: null, updateThreshold: null, learningRate: null };
    expect((await change({ settings: back })).settings).toEqual({
      ...settings,
      duplicateThreshold: 0.95,
    });
  });

  it('tell which settings are their own, and what each would be without', async () => {
    const project = await server.project({
      writePreset: 'SOAT',
      duplicateThreshold: 0.9,
      learningRateSchedule: 'DECAYING',
      stream: { ranking: 'PAPER_CODE', relevanceWeight: 7 },
    });
    const { project: found } = await project.run(`{ project { ownSettings defaultSettings {
      writePreset duplicateThreshold maxStatements learningRateSchedule embeddingModel
      stream { ranking relevanceWeight limit } } } }`);
    expect(found.ownSettings.toSorted()).toEqual([
      'duplicateThreshold',
      'learningRateSchedule',
      'stream.ranking',
      'stream.relevanceWeight',
      'writePreset',
    ]);
    // Each alone: the preset and the ranking that are set still give the values that they name.
    expect(found.defaultSettings).toMatchObject({
      writePreset: 'MEASURED',
      duplicateThreshold: 0.95,
      learningRateSchedule: 'CONSTANT',
      embeddingModel: 'test-embedder',
      stream: { ranking: 'MEASURED', relevanceWeight: 3, limit: 10 },
    });
  });

  it('choose the rules of writes and learning by a preset, or one by one', async () => {
    const project = await server.project();
    const change = async (settings: object) =>
      (
        await project.run(
          `mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { settings {
            writePreset duplicatePolicy duplicateThreshold updateThreshold maxStatements creditRule
            requiredMetadataKey } } } }`,
          { input: { settings } },
          project.keys.ADMIN,
        )
      ).updateProject.project.settings;
    const measured = {
      writePreset: 'MEASURED',
      duplicatePolicy: 'SAFE',
      duplicateThreshold: 0.95,
      updateThreshold: 0.75,
      maxStatements: 8,
      creditRule: 'BASELINE',
      requiredMetadataKey: null,
    };
    expect(await change({})).toEqual(measured);
    const soat = { writePreset: 'SOAT', duplicatePolicy: 'SIMILAR', maxStatements: 64 };
    expect(await change({ writePreset: 'SOAT' })).toEqual({ ...measured, ...soat });
    const own = { maxStatements: 3, creditRule: 'REWARD', requiredMetadataKey: 'user_id' };
    expect(await change({ ...own, requiredMetadataKey: ' user_id ' })).toEqual({
      ...measured,
      ...soat,
      ...own,
    });
    const none = { writePreset: null, maxStatements: null, creditRule: null };
    expect(await change({ ...none, requiredMetadataKey: null })).toEqual(measured);
    const { events } = await project.run(
      '{ events(types: [PROJECT_UPDATED]) { nodes { changes { field before after } } } }',
    );
    const changes = events.nodes.map((event: { changes: object[] }) => event.changes);
    expect(changes).toEqual([
      [{ field: 'writePreset', before: null, after: 'SOAT' }],
      [
        { field: 'maxStatements', before: null, after: 3 },
        { field: 'creditRule', before: null, after: 'REWARD' },
        { field: 'requiredMetadataKey', before: null, after: 'user_id' },
      ],
      [
        { field: 'writePreset', before: 'SOAT', after: null },
        { field: 'maxStatements', before: 3, after: null },
        { field: 'creditRule', before: 'REWARD', after: null },
        { field: 'requiredMetadataKey', before: 'user_id', after: null },
      ],
    ]);
  });

  it('have a summary of what they hold', async () => {
    const project = await server.project();
    const summary = async () => (await project.run('{ project { summary } }')).project.summary;
    expect(await summary()).toBe('0 memories with 0 entries and 0 traces.');
    const [memoryId, deleted] = [await project.memory(), await project.memory()];
    await project.write(memoryId, 'Alice prefers email');
    await project.write(memoryId, 'Call Bob', { kind: 'PLAN' });
    await project.write(deleted, 'Something to lose');
    await project.run(
      'mutation ($id: ID!) { deleteMemory(input: { memoryId: $id }) { memory { id } } }',
      { id: deleted },
    );
    await project.run('mutation { createTrace(input: { task: "Book a room" }) { trace { id } } }');
    const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
    expect(await summary()).toMatch(
      new RegExp(
        `^1 memory with 2 entries \\(1 fact, 1 plan\\) and 1 trace; oldest entry or trace: ${time}, newest: ${time}\\.$`,
      ),
    );
  });

  it.each([
    [
      { settings: { updateThreshold: 0.96, duplicatePolicy: 'SIMILAR' } },
      'input.settings.updateThreshold',
    ],
    [{ settings: { maxStatements: 0 } }, 'input.settings.maxStatements'],
    [{ settings: { maxStatements: 65 } }, 'input.settings.maxStatements'],
    [{ settings: { requiredMetadataKey: ' ' } }, 'input.settings.requiredMetadataKey'],
    [{ settings: { requiredMetadataKey: 'k'.repeat(201) } }, 'input.settings.requiredMetadataKey'],
    [{ settings: { learningRate: 1.1 } }, 'input.settings.learningRate'],
    [{ settings: { embeddingModel: 'other' } }, 'input.settings.embeddingDimensions'],
    [
      { settings: { embeddingModel: 'all-MiniLM-L6-v2', embeddingDimensions: 3 } },
      'input.settings.embeddingDimensions',
    ],
    [{ name: ' ' }, 'input.name'],
  ])('refuse %j', async (input, path) => {
    const project = await server.project();
    const { extensions } = await project.fail(UPDATE, { input }, project.keys.ADMIN);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it('accept a duplicateThreshold below the stored updateThreshold', async () => {
    const project = await server.project({ updateThreshold: 0.9 });
    const settings = { duplicatePolicy: 'SIMILAR', duplicateThreshold: 0.8 };
    await project.run(UPDATE, { input: { settings } }, project.keys.ADMIN);
    const written = await project.write(await project.memory(), 'A fact');
    expect(written).toMatchObject({ duplicateThreshold: 0.8, updateThreshold: 0.8 });
  });

  it('refuse the long name of a model with a message', async () => {
    const project = await server.project();
    const input = { settings: { stream: { scoringModel: 'm'.repeat(201) } } };
    const { message } = await project.fail(UPDATE, { input }, project.keys.ADMIN);
    expect(message).toBe('input.settings.stream.scoringModel: must have at most 200 characters');
  });

  it('change their embedding model only while they are empty', async () => {
    const project = await server.project();
    const memory = await project.memory();
    const use = (embeddingModel: string) => ({
      input: { settings: { embeddingModel, embeddingDimensions: 64 } },
    });
    await project.run(UPDATE, use('another-embedder'), ROOT_KEY);
    await project.write(memory, 'Something to keep');
    const { extensions } = await project.fail(UPDATE, use('test-embedder'), project.keys.ADMIN);
    expect(extensions.code).toBe('CONFLICT');
    await project.run(UPDATE, use('another-embedder'), project.keys.ADMIN);
  });

  it('keep their embedding model if they have traces, which are found by it', async () => {
    const project = await server.project();
    const TRACE = 'mutation { createTrace(input: { task: "Book a room" }) { trace { id } } }';
    await project.run(TRACE);
    const settings = { embeddingModel: 'another-embedder', embeddingDimensions: 64 };
    const { extensions } = await project.fail(UPDATE, { input: { settings } }, ROOT_KEY);
    expect(extensions.code).toBe('CONFLICT');
  });

  it('keep their embedding model if only its dimensions are given', async () => {
    const project = await server.project();
    const model = { embeddingModel: 'another-embedder', embeddingDimensions: 64 };
    await project.run(UPDATE, { input: { settings: model } }, ROOT_KEY);
    const settings = { embeddingDimensions: 32 };
    const { updateProject } = await project.run(UPDATE, { input: { settings } }, ROOT_KEY);
    expect(updateProject.project.settings).toMatchObject({ ...model, ...settings });
  });

  it('have a model that the server offers, unless a root key says otherwise', async () => {
    const project = await server.project();
    const settings = { embeddingModel: 'made-up', embeddingDimensions: 8 };
    const { extensions } = await project.fail(UPDATE, { input: { settings } }, project.keys.ADMIN);
    expect(extensions.code).toBe('FORBIDDEN');
    const odd = { input: { settings: { embeddingDimensions: 8 } } };
    const other = await project.fail(UPDATE, odd, project.keys.ADMIN);
    expect(other.extensions.code).toBe('FORBIDDEN');
    const nul = { embeddingModel: 'x\0', embeddingDimensions: 8 };
    const bad = await project.fail(UPDATE, { input: { settings: nul } }, project.keys.ADMIN);
    expect(bad.extensions.path).toBe('input.settings.embeddingModel');
  });

  it('once deleted, make no keys, in the same request or beside it', async () => {
    const project = await server.project();
    const { name } = (await project.run('{ project { name } }')).project;
    const both = await post(
      server.url,
      project.keys.ADMIN,
      `mutation ($name: String!) {
        deleteProject(input: { confirmName: $name }) { deletedProjectId }
        createApiKey(input: { name: "x", role: ADMIN }) { secret }
        createMemory(input: { name: "x" }) { memory { id } }
      }`,
      { name },
    );
    expect(both.data).toBeNull();
    expect(both.errors?.map((error) => error.extensions.code)).toEqual(['NOT_FOUND']);
    for (let round = 0; round < 5; round += 1) {
      const other = await server.project();
      const { project: row } = await other.run('{ project { name } }');
      const answers = await Promise.all([
        post(server.url, other.keys.ADMIN, DELETE, { input: { confirmName: row.name } }),
        ...Array.from({ length: 8 }, (_, i) =>
          i % 2
            ? post(server.url, other.keys.ADMIN, CREATE_KEY, {
                input: { name: 'x', role: 'ADMIN' },
              })
            : other.memory().then(
                () => null,
                () => null,
              ),
        ),
      ]);
      for (const answer of answers) {
        const code = answer?.errors?.[0]?.extensions.code;
        expect([undefined, 'NOT_FOUND', 'UNAUTHENTICATED']).toContain(code);
        const secret = answer?.data?.createApiKey?.secret;
        if (secret) expect((await post(server.url, secret, VIEWER)).status).toBe(401);
      }
    }
  });

  it('are listed to a root key in pages, and to a bound key alone', async () => {
    const made = [await server.project(), await server.project(), await server.project()];
    const LIST = `query ($after: String) {
      projects(first: 2, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } }
    }`;
    const first = (await server.asRoot(LIST)).projects;
    expect(first.nodes.map((node: { id: string }) => node.id)).toEqual([made[2]?.id, made[1]?.id]);
    const second = (await server.asRoot(LIST, { after: first.pageInfo.endCursor })).projects;
    expect(second.nodes[0].id).toBe(made[0]?.id);
    const own = await made[0]?.run('{ projects { totalCount nodes { id } } project { id } }');
    expect(own).toEqual({
      projects: { totalCount: 1, nodes: [{ id: made[0]?.id }] },
      project: { id: made[0]?.id },
    });
  });

  it('are deleted with all they hold once their name is repeated', async () => {
    const project = await server.project();
    const memory = await project.memory();
    await project.write(memory, 'Something to lose');
    const { name } = (await project.run('{ project { name } }')).project;
    const wrong = await project.fail(DELETE, { input: { confirmName: 'x' } }, project.keys.ADMIN);
    expect(wrong.extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.confirmName' });
    await project.run(DELETE, { input: { confirmName: name } }, project.keys.ADMIN);
    const after = await post(server.url, project.keys.ADMIN, VIEWER);
    expect(after.status).toBe(401);
    const gone = await post(server.url, ROOT_KEY, `{ project(id: "${project.id}") { id } }`);
    expect(gone).toMatchObject({ data: { project: null } });
    expect(gone.errors).toBeUndefined();
  });

  it('reach everything beneath them, for a root key by their ids', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Beneath', tags: ['b'] });
    const { entry } = await project.write(memoryId, 'Beneath as well');
    const query = `query ($id: ID!, $memory: ID!, $entry: ID!) { project(id: $id) {
      memory(id: $memory) { name } memories(tags: ["b*"]) { totalCount } entry(id: $entry) { content }
      agents { totalCount } agent(id: "agt_x") { id } traces { totalCount } trace(id: "trc_x") { id }
      events { totalCount } } }`;
    const variables = { id: project.id, memory: memoryId, entry: entry.id };
    const beneath = {
      memory: { name: 'Beneath' },
      memories: { totalCount: 1 },
      entry: { content: 'Beneath as well' },
      agents: { totalCount: 0 },
      agent: null,
      traces: { totalCount: 0 },
      trace: null,
      events: { totalCount: 2 },
    };
    expect(await server.asRoot(query, variables)).toEqual({ project: beneath });
    expect(await project.run(query, variables)).toEqual({ project: beneath });
    const stranger = await server.project();
    expect(await stranger.run(query, variables)).toEqual({ project: null });
  });
});

describe('a root key', () => {
  it('acts in the default project, or in the one that the header names', async () => {
    const name = '{ project { id name } memories { totalCount } }';
    expect(await server.asRoot(name)).toMatchObject({ project: { name: 'default' } });
    const project = await server.project();
    await project.memory();
    expect(await server.asRoot(name, {}, project.id)).toMatchObject({
      project: { id: project.id },
      memories: { totalCount: 1 },
    });
  });

  it('gets NOT_FOUND for a project that does not exist, and so does a bound key for another', async () => {
    const query = '{ memories { totalCount } }';
    const [project, other] = [await server.project(), await server.project()];
    const missing = await post(server.url, ROOT_KEY, query, {}, 'prj_01m7vp9aw5e049zznzv8x849y1');
    expect(missing.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    const foreign = await post(server.url, project.keys.ADMIN, query, {}, other.id);
    expect(foreign.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(
      (await post(server.url, project.keys.READ, query, {}, project.id)).errors,
    ).toBeUndefined();
  });
});

describe('API keys', () => {
  it('are made with a secret that is never shown again', async () => {
    const project = await server.project();
    const data = await project.run(
      CREATE_KEY,
      { input: { name: 'ci', role: 'WRITE' } },
      project.keys.ADMIN,
    );
    const { secret, apiKey } = data.createApiKey;
    expect(secret).toMatch(/^lore_[0-9a-z]{26}_[\w-]{43}$/);
    expect(apiKey).toMatchObject({ role: 'WRITE', expiresAt: null, project: { id: project.id } });
    const LIST = '{ project { apiKeys { totalCount nodes { id name } } } }';
    const { apiKeys } = (await project.run(LIST, {}, project.keys.ADMIN)).project;
    expect(apiKeys.totalCount).toBe(4);
    expect(JSON.stringify(apiKeys)).not.toContain(secret.slice(-43));
    const { viewer } = await project.run(VIEWER, {}, secret);
    expect(viewer.apiKey).toEqual({ id: apiKey.id, name: 'ci' });
  });

  it('stop working when revoked', async () => {
    const project = await server.project();
    const { viewer } = await project.run(VIEWER, {}, project.keys.READ);
    const input = { apiKeyId: viewer.apiKey.id };
    const first = await project.run(REVOKE, { input }, project.keys.ADMIN);
    const again = await project.run(REVOKE, { input }, project.keys.ADMIN);
    expect(again).toEqual(first);
    expect((await post(server.url, project.keys.READ, VIEWER)).status).toBe(401);
  });

  it('stop working when they expire', async () => {
    const project = await server.project();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const data = await project.run(
      CREATE_KEY,
      { input: { name: 'brief', expiresAt } },
      project.keys.ADMIN,
    );
    const { secret } = data.createApiKey;
    expect((await post(server.url, secret, VIEWER)).status).toBe(200);
    const clock = server.app.clock;
    try {
      server.app.clock = () => new Date(expiresAt);
      expect((await post(server.url, secret, VIEWER)).status).toBe(401);
    } finally {
      server.app.clock = clock;
    }
    expect((await post(server.url, secret, VIEWER)).status).toBe(200);
  });

  it('do not expire in the past', async () => {
    const project = await server.project();
    const input = { name: 'late', expiresAt: '2020-01-01T00:00:00Z' };
    const { extensions } = await project.fail(CREATE_KEY, { input }, project.keys.ADMIN);
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path: 'input.expiresAt' });
  });
});

describe('roles', () => {
  it.each([
    ['READ', 'mutation { createMemory(input: { name: "m" }) { memory { id } } }'],
    ['WRITE', 'mutation { createApiKey(input: { name: "k" }) { secret } }'],
    ['WRITE', '{ project { apiKeys { totalCount } } }'],
    ['ADMIN', 'mutation { createProject(input: { name: "p" }) { project { id } } }'],
  ] as const)('%s may not %s', async (role, query) => {
    const project = await server.project();
    const { extensions } = await project.fail(query, {}, project.keys[role]);
    expect(extensions.code).toBe('FORBIDDEN');
  });
});
