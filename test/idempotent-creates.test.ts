import { count, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { idempotentCreates } from '../src/db/tables/idempotency.ts';
import { purge } from '../src/maintenance.ts';
import { lockProjectExclusively } from '../src/projects/projects.ts';
import { deleteProjectRows } from '../src/projects/queries.ts';
import { isEmbedded } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { post } from './support/graphql.ts';
import { afterDays } from './support/memories.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';

const server = useServer({ IDEMPOTENCY_RETENTION_DAYS: '10' });

const DAY_MS = 86_400_000;

type Create = {
  /** The mutation; `one` is the created object. */
  document: string;
  input: Record<string, unknown>;
  /** Further input that means the same as none. */
  alike: Record<string, unknown>;
  other: Record<string, unknown>;
  change: (id: string) => string;
};

const mutation = (field: string, type: string, selection: string) =>
  `mutation ($input: ${type}!) { payload: ${field}(input: $input) { ${selection} } }`;

const REFLECTION = { task: 'T', summary: 'S', guidance: 'G', result: 'PASS' };

const CREATES: Record<string, Create> = {
  createMemory: {
    document: mutation('createMemory', 'CreateMemoryInput', 'one: memory { id name }'),
    input: { name: 'Notes', tags: ['a', 'b'] },
    alike: { description: null, streamSettings: null },
    other: { tags: ['c'] },
    change: (id) =>
      `updateMemory(input: { memoryId: "${id}", name: "Changed" }) { one: memory { id name } }`,
  },
  createAgent: {
    document: mutation('createAgent', 'CreateAgentInput', 'one: agent { id name }'),
    input: { name: 'Helper' },
    alike: { instructions: null, knowledgeConfig: null },
    other: { maxSteps: 3 },
    change: (id) =>
      `updateAgent(input: { agentId: "${id}", name: "Changed" }) { one: agent { id name } }`,
  },
  createReflection: {
    document: mutation(
      'createReflection',
      'CreateReflectionInput',
      'one: entry { id metadata } trace { id task }',
    ),
    input: REFLECTION,
    alike: { keyMistake: null, applicableTools: [], metadata: {}, memoryId: null },
    other: { guidance: 'Another' },
    change: (id) =>
      `updateEntry(input: { entryId: "${id}", metadata: { a: 1 } }) { one: entry { id metadata } }`,
  },
};

async function create(project: TestProject, { document, input }: Create, more: object = {}) {
  const given = { ...input, idempotencyKey: 'once', ...more };
  return (await project.run(document, { input: given }, project.keys.ADMIN)).payload;
}

async function failure(project: TestProject, { document, input }: Create, more: object = {}) {
  const given = { ...input, idempotencyKey: 'once', ...more };
  return (await project.fail(document, { input: given }, project.keys.ADMIN)).extensions;
}

const total = async (project: TestProject): Promise<number> => {
  const data = await project.run(
    '{ memories { totalCount } agents { totalCount } entries { totalCount } traces { totalCount } }',
  );
  return Object.values(data as Record<string, { totalCount: number }>).reduce(
    (sum, one) => sum + one.totalCount,
    0,
  );
};

describe.each(Object.entries(CREATES))('%s with an idempotency key', (_, given) => {
  it('returns the object of the first call, in its current state', async () => {
    const project = await server.project();
    const first = await create(project, given);
    const before = await total(project);
    expect(await create(project, given)).toEqual(first);
    expect(await create(project, given, given.alike)).toEqual(first);
    const { changed } = await project.run(
      `mutation { changed: ${given.change(first.one.id)} }`,
      {},
      project.keys.ADMIN,
    );
    expect(changed.one).not.toEqual(first.one);
    expect((await create(project, given)).one).toEqual(changed.one);
    expect(await total(project)).toBe(before);
  });

  it('creates one object in ten calls at once', async () => {
    const project = await server.project();
    const all = await Promise.all(Array.from({ length: 10 }, () => create(project, given)));
    expect(new Set(all.map(({ one }) => one.id)).size).toBe(1);
    expect(new Set(all.map(({ trace }) => trace?.id)).size).toBe(1);
    const { entries } = await project.run('{ entries { totalCount } }');
    expect(entries.totalCount).toBeLessThanOrEqual(1);
  });

  it('refuses the key with another input, in this project only', async () => {
    const project = await server.project();
    const first = await create(project, given);
    expect((await failure(project, given, given.other)).code).toBe('CONFLICT');
    expect((await create(project, given)).one.id).toBe(first.one.id);
    const foreign = await create(await server.project(), given, given.other);
    expect(foreign.one.id).not.toBe(first.one.id);
  });

  it('stores no key for a call that fails', async () => {
    const project = await server.project();
    const invalid = { name: ' ', task: ' ' };
    const [name] = Object.keys(given.input) as [keyof typeof invalid];
    const { code } = await failure(project, given, { [name]: invalid[name] });
    expect(code).toBe('BAD_USER_INPUT');
    await create(project, given);
  });

  it.each([
    ['', 'BAD_USER_INPUT'],
    ['k'.repeat(201), 'BAD_USER_INPUT'],
    ['\0', 'BAD_USER_INPUT'],
  ])('refuses the key %.10j', async (idempotencyKey, code) => {
    const project = await server.project();
    const extensions = await failure(project, given, { idempotencyKey });
    expect(extensions).toMatchObject({ code, path: 'input.idempotencyKey' });
  });
});

describe('an object that was deleted', () => {
  const DELETIONS: [string, (id: string) => string][] = [
    ['createMemory', (id) => `deleteMemory(input: { memoryId: "${id}" }) { __typename }`],
    ['createAgent', (id) => `deleteAgent(input: { agentId: "${id}" }) { __typename }`],
    ['createReflection', (id) => `deleteEntry(input: { entryId: "${id}" }) { __typename }`],
  ];

  it.each(DELETIONS)('is NOT_FOUND in %s', async (field, deletion) => {
    const given = CREATES[field] as Create;
    const project = await server.project();
    const { one } = await create(project, given);
    await project.run(`mutation { ${deletion(one.id)} }`, {}, project.keys.ADMIN);
    const { message, extensions } = await project.fail(
      given.document,
      { input: { ...given.input, idempotencyKey: 'once' } },
      project.keys.ADMIN,
    );
    expect(extensions.code).toBe('NOT_FOUND');
    expect(message).toContain(one.id);
    await create(project, given, { idempotencyKey: 'another' });
  });

  it('is NOT_FOUND in createReflection when its memory was deleted', async () => {
    const given = CREATES.createReflection as Create;
    const project = await server.project();
    const memoryId = await project.memory();
    await create(project, given, { memoryId });
    await project.run(
      `mutation { deleteMemory(input: { memoryId: "${memoryId}" }) { __typename } }`,
    );
    expect((await failure(project, given, { memoryId })).code).toBe('NOT_FOUND');
  });
});

it('createMemory with ifExists: RETURN remembers the memory that it returned', async () => {
  const project = await server.project();
  const existing = await project.memory({ name: 'Shared' });
  const given = CREATES.createMemory as Create;
  const input = { name: 'Shared', ifExists: 'RETURN' };
  const all = await Promise.all(Array.from({ length: 10 }, () => create(project, given, input)));
  expect(new Set(all.map(({ one }) => one.id))).toEqual(new Set([existing]));
  await project.run(
    `mutation { updateMemory(input: { memoryId: "${existing}", name: "Moved" }) { memory { id } } }`,
  );
  expect((await create(project, given, input)).one).toEqual({ id: existing, name: 'Moved' });
});

/** The number of idempotency keys that are stored for a project. */
async function keysOf(projectId: string): Promise<number | undefined> {
  const [stored] = await server.app.db
    .select({ keys: count() })
    .from(idempotentCreates)
    .where(eq(idempotentCreates.projectId, projectId));
  return stored?.keys;
}

// The embedded database runs one transaction after another.
it.skipIf(isEmbedded).each(['FAIL', 'RETURN'])(
  'createMemory with ifExists: %s stores no key in a project that is being deleted',
  async (ifExists) => {
    const project = await server.project();
    await project.memory({ name: 'Shared' });
    const name = ifExists === 'RETURN' ? 'Shared' : 'New';
    let isAnswered = false;
    const answer = await server.app.connection.transaction(async (db) => {
      await lockProjectExclusively(db, project.id);
      await deleteProjectRows(db, project.id);
      const given = CREATES.createMemory as Create;
      const failed = failure(project, given, { name, ifExists }).finally(() => {
        isAnswered = true;
      });
      failed.catch(() => {});
      await eventually(async () => isAnswered || (await hasWaiting())).toBe(true);
      return { failed };
    });
    expect((await answer.failed).code).toBe('NOT_FOUND');
    expect(await keysOf(project.id)).toBe(0);
  },
);

/** True if a statement waits for a lock. */
async function hasWaiting(): Promise<boolean> {
  const rows = await server.app.db
    .select({ pid: sql`pid` })
    .from(sql`pg_locks`)
    .where(sql`not granted and pid <> pg_backend_pid()`);
  return rows.length > 0;
}

it('createReflection shares no keys with createTrace', async () => {
  const project = await server.project();
  await project.run(
    'mutation { createTrace(input: { task: "T", idempotencyKey: "once" }) { trace { id } } }',
  );
  const { trace } = await create(project, CREATES.createReflection as Create);
  expect(trace.task).toBe('T');
  const { traces } = await project.run('{ traces { totalCount } }');
  expect(traces.totalCount).toBe(2);
});

describe('createApiKey with an idempotency key', () => {
  const given: Create = {
    ...(CREATES.createAgent as Create),
    document: mutation('createApiKey', 'CreateApiKeyInput', 'secret one: apiKey { id role }'),
    input: { name: 'Key', role: 'WRITE', expiresAt: '2100-01-01T00:00:00.000Z' },
  };

  it('returns the secret only once, also to ten calls at once', async () => {
    const project = await server.project();
    const all = await Promise.all(Array.from({ length: 10 }, () => create(project, given)));
    expect(new Set(all.map(({ one }) => one.id)).size).toBe(1);
    expect(all.filter(({ secret }) => secret !== null)).toHaveLength(1);
    expect((await create(project, given)).secret).toBeNull();
    expect((await failure(project, given, { role: 'READ' })).code).toBe('CONFLICT');
    const { secret } = await create(project, given, { idempotencyKey: undefined });
    expect(secret).toEqual(expect.any(String));
  });

  it('returns a key that has expired', async () => {
    const project = await server.project();
    const expiring = { expiresAt: new Date(Date.now() + DAY_MS).toISOString() };
    const { one } = await create(project, given, expiring);
    await afterDays(server, 2, async () => {
      expect(await create(project, given, expiring)).toEqual({ secret: null, one });
      const { code } = await failure(project, given, { ...expiring, idempotencyKey: 'new' });
      expect(code).toBe('BAD_USER_INPUT');
    });
  });
});

describe('createProject with an idempotency key', () => {
  const document = mutation('createProject', 'CreateProjectInput', 'one: project { id name }');
  const input = { name: 'P', settings: { learningRate: 0.5 } };
  const make = async (more: object) =>
    (await server.asRoot(document, { input: { ...input, ...more } })).payload.one;

  it('creates one project, which can be deleted', async () => {
    const idempotencyKey = 'project';
    const all = await Promise.all(Array.from({ length: 10 }, () => make({ idempotencyKey })));
    const [first] = all;
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    const other = { input: { ...input, name: 'Q', idempotencyKey } };
    const { errors } = await post(server.url, ROOT_KEY, document, other);
    expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
    const inside = { input: { name: 'M', idempotencyKey } };
    await server.asRoot((CREATES.createMemory as Create).document, inside, first.id);
    await server.asRoot(
      'mutation { deleteProject(input: { confirmName: "P" }) { __typename } }',
      {},
      first.id,
    );
    const gone = await post(server.url, ROOT_KEY, document, {
      input: { ...input, idempotencyKey },
    });
    expect(gone.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await keysOf(first.id)).toBe(0);
  });
});

it('keeps the keys for the configured days', async () => {
  const project = await server.project();
  const given = CREATES.createAgent as Create;
  const first = await create(project, given);
  const { clock } = server.app;
  const purgeAfter = async (days: number) => {
    server.app.clock = () => new Date(Date.now() + days * DAY_MS);
    await purge(server.app).finally(() => {
      server.app.clock = clock;
    });
  };
  await purgeAfter(9);
  expect((await create(project, given)).one.id).toBe(first.one.id);
  await purgeAfter(11);
  expect((await failure(project, given)).code).toBe('CONFLICT');
  const renewed = await create(project, given, { name: 'Another' });
  expect(renewed.one.id).not.toBe(first.one.id);
});
