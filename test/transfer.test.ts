import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { tables } from '../src/db/tables/all-tables.ts';
import { READERS } from '../src/importers/readers.ts';
import { ensureDefaultProject } from '../src/projects/default-project.ts';
import { selectPages } from '../src/transfer/export-queries.ts';
import { EXPORTED } from '../src/transfer/tables.ts';
import { AGENT_ENV } from './support/agents.ts';
import { isEmbedded } from './support/database.ts';
import { createDeferred } from './support/deferred.ts';
import { UPDATE_ENTRY } from './support/entries.ts';
import { tablesWith } from './support/erasure.ts';
import { eventually } from './support/eventually.ts';
import { FULL_SETTINGS, fillProject } from './support/full-project.ts';
import type { Data } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { LESSON } from './support/reflections.ts';
import { ROOT_KEY, type TestProject, type TestServer, useServer } from './support/server.ts';
import { REFLECT, record, scriptedModel, stateOf } from './support/stream.ts';
import { utilityChangeLine } from './support/utility-change.ts';
import { asVersion1 } from './support/version-1.ts';

const server = useServer({ ...AGENT_ENV, SCORING_MODEL: 'test-chat' });
const other = useServer(AGENT_ENV);

const headers = (key: string) => ({ authorization: `Bearer ${key}` });

async function exported({ url }: TestServer, project: TestProject, query = ''): Promise<string> {
  const response = await fetch(`${url}/export${query}`, { headers: headers(project.keys.ADMIN) });
  expect(response.status).toBe(200);
  return response.text();
}

async function imported(
  { url }: TestServer,
  project: TestProject,
  body: string,
  { key = project.keys.ADMIN, query = '' } = {},
) {
  const response = await fetch(`${url}/import${query}`, {
    method: 'POST',
    headers: { ...headers(key), 'content-type': 'application/x-ndjson' },
    body,
  });
  const answer = (await response.json()) as Data;
  return { status: response.status, ...answer };
}

/** The lines of a file, without what its header says of the server, the project and the time. */
function content(file: string) {
  const [header = '', ...lines] = file.trimEnd().split('\n');
  const { server: _, exportedAt: __, project, ...rest } = JSON.parse(header);
  return [{ ...rest, settings: project.settings }, ...lines.map((line) => JSON.parse(line))];
}

/** A project with everything; one for all tests of the file, which change nothing in it. */
let full: Promise<TestProject> | null = null;
const fullProject = () => {
  full ??= (async () => {
    const project = await server.project(FULL_SETTINGS);
    await fillProject(server, project);
    return project;
  })();
  return full;
};

const files = new Map<string, Promise<string>>();
/** The export of the project with everything, made once. */
const fullExport = (query = ''): Promise<string> => {
  const known =
    files.get(query) ?? fullProject().then((project) => exported(server, project, query));
  files.set(query, known);
  return known;
};

const rowsOf = async ({ app }: TestServer, projectId: string) => {
  const { memories, chunks, entries } = tables;
  const read = (table: typeof memories | typeof chunks | typeof entries, by: string) =>
    app.db
      .select()
      .from(table)
      .where(eq(table.projectId, projectId))
      .orderBy(sql.raw(by))
      .then((rows) => rows.map(({ projectId: _, ...row }) => row));
  return {
    memories: await read(memories, 'id'),
    entries: await read(entries, 'id'),
    chunks: (await read(chunks, 'entry_id, position')).map((row) => ({ ...row, isIndexed: null })),
  };
};

describe('a project with everything in it', () => {
  it('has a row of every exported table, and none of its export is a secret', async () => {
    const project = await fullProject();
    const held = await tablesWith(server.app, project.id, sql`true`);
    const names = Object.values(EXPORTED).map(({ table }) =>
      String(Reflect.get(table, Symbol.for('drizzle:Name'))),
    );
    expect(names.filter((name) => name !== 'projects' && !held.includes(name))).toEqual([]);
    const file = await fullExport('?vectors=true');
    const keys = await server.app.db
      .select({ hash: tables.apiKeys.hash, prefix: tables.apiKeys.prefix })
      .from(tables.apiKeys);
    for (const { hash } of keys) expect(file).not.toContain(hash);
    for (const secret of Object.values(project.keys)) expect(file).not.toContain(secret);
  });

  it.each(['?vectors=true', ''])('comes out of another server as it went in %s', async (query) => {
    const project = await fullProject();
    const file = await fullExport(query);
    const target = await other.project();
    const report = await imported(other, target, file);
    const { counts } = JSON.parse(file.split('\n')[0] ?? '');
    expect(report).toMatchObject({ status: 200, imported: counts, renamed: [], isComplete: true });
    const again = await exported(other, target, query);
    expect(content(again)).toEqual(content(file));
    const [before, after] = [await rowsOf(server, project.id), await rowsOf(other, target.id)];
    expect(after.memories).toEqual(before.memories);
    expect(after.entries).toEqual(before.entries);
    if (query !== '') expect(after.chunks).toEqual(before.chunks);
  });

  it('is imported twice without a change, and then has the events of one import', async () => {
    const file = await fullExport();
    const target = await other.project();
    await imported(other, target, file);
    const once = await exported(other, target);
    const { counts } = JSON.parse(file.split('\n')[0] ?? '');
    const second = await imported(other, target, file);
    expect(second.existing).toEqual(counts);
    expect(Object.values(second.imported)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(content(await exported(other, target))).toEqual(content(once));
    const { events } = await target.run('{ events(first: 100) { nodes { type } } }');
    const types = events.nodes.map(({ type }: { type: string }) => type);
    const lines = content(file);
    const live = (kind: string) =>
      lines.filter((line) => line[kind] && line[kind].deletedAt === null).length;
    const times = (wanted: string) => types.filter((type: string) => type === wanted).length;
    expect(times('MEMORY_CREATED')).toBe(live('memory'));
    expect(times('TRACE_CREATED')).toBe(counts.trace);
    expect(times('AGENT_CREATED')).toBe(counts.agent);
    const inDeleted = 1;
    expect(times('ENTRY_CREATED')).toBe(live('entry') - inDeleted);
  });

  it('keeps its ids in a project beside its own, and neither is changed by the other', async () => {
    const file = await fullExport('?vectors=true');
    const target = await server.project();
    const { counts } = JSON.parse(file.split('\n')[0] ?? '');
    expect(await imported(server, target, file)).toMatchObject({
      status: 200,
      imported: counts,
      renamed: [],
    });
    expect(content(await exported(server, target, '?vectors=true'))).toEqual(content(file));
    const { entries } = await target.run(
      '{ entries(first: 100, deleted: false) { nodes { id kind memory { id } } } }',
    );
    const fact = entries.nodes.find(({ kind }: { kind: string }) => kind === 'FACT');
    await target.run(
      'mutation ($input: UpdateEntryInput!) { updateEntry(input: $input) { entry { id } } }',
      { input: { entryId: fact.id, content: 'Changed in one project' } },
    );
    await target.run(
      'mutation ($input: DeleteMemoryInput!) { deleteMemory(input: $input) { memory { id } } }',
      { input: { memoryId: fact.memory.id, force: true } },
    );
    await server.asRoot(
      'mutation ($input: DeleteProjectInput!) { deleteProject(input: $input) { deletedProjectId } }',
      { input: { confirmName: (await target.run('{ project { name } }')).project.name } },
      target.id,
    );
    const after = await exported(server, await fullProject(), '?vectors=true');
    expect(content(after)).toEqual(content(file));
  });

  it('is complete in two projects into which it is imported at once', async () => {
    const file = await fullExport('?vectors=true');
    const targets = [await other.project(), await other.project()];
    await Promise.all(targets.map((target) => imported(other, target, file)));
    for (const target of targets) {
      expect(content(await exported(other, target, '?vectors=true'))).toEqual(content(file));
    }
  });
});

describe('an import', () => {
  it('finds what it imported, and goes on with its counts, revisions and reviews', async () => {
    const file = await fullExport();
    const target = await other.project({
      embeddingModel: 'test-embedder-2',
      embeddingDimensions: 64,
    });
    await imported(other, target, file);
    const { searchKnowledge } = await target.run(
      `{ searchKnowledge(input: { query: "Ada drinks coffee" }) {
        results { entry { id content utility revisions { totalCount } memory { name entryCount } } } } }`,
    );
    expect(searchKnowledge.results[0].entry).toMatchObject({
      content: 'Ada drinks coffee',
      revisions: { totalCount: 1 },
      memory: { name: 'Facts', entryCount: 4 },
    });
  });

  it('embeds the texts of a file whose vectors are of another model', async () => {
    const target = await other.project({
      embeddingModel: 'test-embedder-2',
      embeddingDimensions: 64,
    });
    await imported(other, target, await fullExport('?vectors=true'));
    const { searchKnowledge, searchTraces } = await target.run(
      `{ searchKnowledge(input: { query: "The office is in Oslo", mode: SEMANTIC, limit: 1 }) { results { similarity } }
        searchTraces(input: { query: "What does Ada drink?", limit: 1 }) { results { similarity } } }`,
    );
    expect(searchKnowledge.results[0].similarity).toBeCloseTo(1);
    expect(searchTraces.results[0].similarity).toBeCloseTo(1);
  });

  it('leaves what the project has, and gives another name to what would share one', async () => {
    const file = await fullExport();
    const target = await other.project({ learningRate: 0.1 });
    const own = await target.memory({ name: 'Facts' });
    await target.write(own, 'Mine');
    const { renamed } = await imported(other, target, file);
    expect(renamed).toEqual([
      { kind: 'memory', id: expect.any(String), from: 'Facts', to: 'Facts (imported)' },
    ]);
    const { project } = await target.run(
      '{ project { settings { learningRate } memories(first: 20) { nodes { name entryCount } } } }',
    );
    expect(project.settings.learningRate).toBe(0.1);
    expect(project.memories.nodes).toContainEqual({ name: 'Facts', entryCount: 1 });
    expect((await imported(other, target, file)).renamed).toEqual([]);
  });

  it('reads files of version 1, in which changes, numbers and rankings have other names', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { entry } = await project.write(memoryId, 'The kiln is hot');
    await project.write(memoryId, 'The kiln is very hot', { updateThreshold: 0 });
    const { entry: second } = await project.write(memoryId, 'Clay is soft', { updateThreshold: 1 });
    await project.run(
      `mutation { mergeEntries(input: { entryIds: ["${entry.id}", "${second.id}"] }) { entry { id } } }`,
    );
    await project.run(
      'mutation { createAgent(input: { name: "Potter" }) { agent { id } } }',
      {},
      project.keys.ADMIN,
    );
    await server.app.stats.flush();
    const file = await exported(server, project);
    const target = await other.project();
    const report = await imported(other, target, asVersion1(file.trimEnd().split('\n')).join('\n'));
    expect(report).toMatchObject({
      status: 200,
      imported: { agent: 1, memory: 1, entry: 2, stats: 1 },
    });
    expect(content(await exported(other, target))).toEqual(content(file));
    const read = await target.run(
      `{ entry(id: "${entry.id}") { revisions { nodes { change } } } }`,
    );
    expect(read.entry.revisions.nodes).toEqual([
      { change: 'MERGED' },
      { change: 'STATEMENT_ADDED' },
    ]);
    const mixed = file.replace('"version":2', '"version":1');
    expect(await imported(other, await other.project(), mixed)).toMatchObject({ status: 400 });
  });

  it('is the same when twenty do it at once', async () => {
    const file = await fullExport();
    const target = await other.project();
    const reports = await Promise.all(
      Array.from({ length: 20 }, () => imported(other, target, file)),
    );
    const { counts } = JSON.parse(file.split('\n')[0] ?? '');
    const total = (kind: string) =>
      reports.reduce((sum: number, one) => sum + one.imported[kind], 0);
    expect(total('entry')).toBe(counts.entry);
    expect(total('trace')).toBe(counts.trace);
    const lines = content(await exported(other, target)).length;
    expect(lines).toBe(content(file).length);
  });

  it.each(['maxEntries', 'maxBytes'])('keeps to the quota %s of the project', async (quota) => {
    const file = await fullExport();
    const target = await other.project();
    await other.asRoot(
      `mutation { setQuotas(input: { ${quota}: 2 }) { project { id } } }`,
      {},
      target.id,
    );
    const { status, errors } = await imported(other, target, file);
    expect([status, errors[0].extensions]).toEqual([
      expect.any(Number),
      expect.objectContaining({ code: 'QUOTA_EXCEEDED', quota }),
    ]);
  });

  it.each([
    ['agent', 'createAgent(input: { name: "Potter" }) { agent { id } }'],
    ['trace', 'createTrace(input: { task: "Fire a pot" }) { trace { id } }'],
  ])('leaves the settings of a project that has but one %s', async (_, mutation) => {
    const target = await other.project({ learningRate: 0.1 });
    await target.run(`mutation { ${mutation} }`);
    await imported(other, target, await fullExport());
    const { project } = await target.run('{ project { settings { learningRate } } }');
    expect(project.settings.learningRate).toBe(0.1);
  });

  it.each(['entryId', 'evidenceId'])(
    'leaves out links of evidence if the project lacks the %s',
    async (side) => {
      const lines = content(await fullExport()).slice(1);
      const links = lines.filter(({ evidence }) => evidence);
      expect(links.length).toBeGreaterThan(0);
      const lacking = links.map(({ evidence }) => evidence[side]);
      const present = lines.filter(
        ({ memory, entry }) => memory || (entry && !lacking.includes(entry.id)),
      );
      const [first = ''] = (await fullExport()).split('\n');
      const body = [first, ...[...present, ...links].map((line) => JSON.stringify(line))].join(
        '\n',
      );
      const report = await imported(other, await other.project(), body);
      expect(report).toMatchObject({
        status: 200,
        imported: { evidence: 0 },
        existing: { evidence: 0 },
        leftOut: { evidence: links.length },
      });
    },
  );

  it('reports how many lines are missing before the last one', async () => {
    const lines = (await fullExport()).trimEnd().split('\n');
    const isOfEntry = (line: string) => /^\{"(entry|revision|evidence)"/.test(line);
    const others = lines.filter((line) => !isOfEntry(line));
    const target = await other.project();
    const lacking = await imported(other, target, others.join('\n\n'));
    const missingLines = lines.length - others.length;
    expect(lacking).toMatchObject({ status: 200, isComplete: true, missingLines });
    const whole = await imported(other, target, lines.join('\n'));
    expect(whole).toMatchObject({ status: 200, isComplete: true, missingLines: 0 });
    expect(content(await exported(other, target))).toEqual(content(lines.join('\n')));
  });

  it('reports the missing lines of a file that is sent in parts', async () => {
    const [header = '', ...lines] = (await fullExport()).trimEnd().split('\n');
    const target = await other.project();
    const send = (part: string[], query: string) =>
      imported(other, target, [header, ...part].join('\n'), { query });
    const first = await send(lines.slice(0, 5), '');
    expect(first).toMatchObject({ isComplete: false, missingLines: null });
    const last = await send(lines.slice(7), '?firstLine=7');
    expect(last).toMatchObject({ isComplete: true, missingLines: 2 });
    const whole = await send(lines.slice(5), '?firstLine=7');
    expect(whole).toMatchObject({ isComplete: true, missingLines: 0 });
  });

  it('leaves out revisions of an entry that the project lacks, or has in an earlier revision', async () => {
    const origin = await server.project();
    const { entry } = await origin.write(await origin.memory(), 'Ada drinks tea');
    const edit = (content: string) =>
      origin.run(UPDATE_ENTRY, { input: { entryId: entry.id, content } });
    await edit('Ada drinks coffee');
    const early = await exported(server, origin);
    for (const content of ['Ada drinks milk', 'Ada drinks water']) await edit(content);
    const file = await exported(server, origin);
    const ofEntry = /^\{"entry".*\n/m;
    const lacking = await imported(other, await other.project(), file.replace(ofEntry, ''));
    const none = { imported: { revision: 0 }, existing: { revision: 0 } };
    expect(lacking).toMatchObject({ ...none, leftOut: { revision: 2 }, missingLines: 1 });
    const target = await other.project();
    await imported(other, target, early);
    const changed = await imported(other, target, file);
    const one = { imported: { revision: 0 }, existing: { revision: 1 } };
    expect(changed).toMatchObject({ ...one, leftOut: { revision: 1 }, missingLines: 0 });
  });

  it('embeds an entry that has no vectors in a file with those of others', async () => {
    const origin = await server.project();
    const memoryId = await origin.memory();
    for (const content of ['The tower leans', 'The bridge is closed'])
      await origin.write(memoryId, content);
    const file = await exported(server, origin, '?vectors=true');
    const target = await other.project();
    await imported(other, target, file.replace(/"chunks":\[.*?\]/, '"chunks":[]'));
    const { searchKnowledge } = await target.run(
      '{ searchKnowledge(input: { query: "The tower leans", mode: SEMANTIC }) { results { similarity } } }',
    );
    expect(searchKnowledge.results).toHaveLength(2);
    expect(searchKnowledge.results[0].similarity).toBeCloseTo(1);
  });

  it.each<[string, (project: TestProject) => Promise<unknown>, string]>([
    [
      'facts',
      async (project) => project.write(await project.memory(), 'The tram is late'),
      'searchKnowledge',
    ],
    [
      'runs',
      (project) =>
        project.run(
          'mutation { createTrace(input: { task: "The tram is late" }) { trace { id } } }',
        ),
      'searchTraces',
    ],
  ])('of %s embeds them again if the model of the project changes meanwhile', async (...given) => {
    const [, fill, search] = given;
    const origin = await server.project();
    await fill(origin);
    const file = await exported(server, origin);
    const target = await other.project();
    const isChanged = createDeferred();
    const asked = other.models.requests.length;
    other.models.behave({ kind: 'normal', after: isChanged.promise });
    const importing = imported(other, target, file);
    await eventually(() => other.models.requests.length).toBeGreaterThan(asked);
    const settings = { embeddingModel: 'test-embedder-2', embeddingDimensions: 64 };
    await other.asRoot(
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings } },
      target.id,
    );
    const modelOf = async () =>
      (await target.run('{ project { settings { embeddingModel } } }')).project.settings;
    await eventually(modelOf).toEqual({ embeddingModel: settings.embeddingModel });
    isChanged.resolve();
    other.models.behave({ kind: 'normal' });
    expect(await importing).toMatchObject({ status: 200, isComplete: true });
    const query = `{ ${search}(input: { query: "The tram is late" }) { results { similarity } } }`;
    const [found] = (await target.run(query))[search].results;
    expect(found.similarity).toBeCloseTo(1);
  });

  it('gives each of two memories a name of its own', async () => {
    const origin = await server.project();
    await origin.memory({ name: 'Trips' });
    await origin.memory({ name: 'Trips (imported)' });
    const target = await other.project();
    await target.memory({ name: 'Trips' });
    const report = await imported(other, target, await exported(server, origin));
    expect(report).toMatchObject({ status: 200, imported: { memory: 2 } });
    const { memories } = await target.run('{ memories(first: 10) { nodes { name } } }');
    const names = memories.nodes.map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(3);
  });

  it('takes the name of a deleted memory', async () => {
    const target = await other.project();
    const memoryId = await target.memory({ name: 'Facts' });
    await target.run(
      `mutation { deleteMemory(input: { memoryId: "${memoryId}" }) { memory { id } } }`,
    );
    expect((await imported(other, target, await fullExport())).renamed).toEqual([]);
  });

  it('takes over a trace, without its idempotency key if the project has used it', async () => {
    const create = (project: TestProject, task: string) =>
      project.run(
        'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id task } } }',
        { input: { task, idempotencyKey: 'run 1' } },
      );
    const [origin, target] = [await server.project(), await other.project()];
    await create(origin, 'Theirs');
    const own = await create(target, 'Mine');
    const file = await exported(server, origin);
    expect(await imported(other, target, file)).toMatchObject({ status: 200, isComplete: true });
    expect(await create(target, 'Mine')).toEqual(own);
    expect((await target.run('{ traces { totalCount } }')).traces.totalCount).toBe(2);
  });

  it.each([
    ['', 'line 1: is not JSON'],
    ['{}', 'line 1: is not the header of an export'],
    ['{"format":"lorebase-export","version":3}', 'line 1: version 3 of the format is not known'],
    ['HEADER\nnonsense', 'line 2: is not JSON'],
    ['HEADER\n{"key":{}}', 'line 2: must be an object with one of the keys agent'],
    ['HEADER\n{"evidence":{"entryId":1}}', 'line 2: evidence.entryId: must be text'],
    ['HEADER\n{"evidence":null}', 'line 2: evidence: must be an object'],
    ['HEADER\n{"entry":ENTRY}\n', `its memory MEMORY is neither in the file`],
    ['HEADER\n{"entry":{"statements":[]}}\n', 'line 2: entry.id: is missing'],
  ])('refuses %j', async (given, message) => {
    const file = await fullExport('?vectors=true');
    const [header = ''] = file.split('\n');
    const entry = file.split('\n').find((line) => line.startsWith('{"entry"')) ?? '';
    const target = await other.project();
    const body = given
      .replace('HEADER', header)
      .replace('ENTRY', JSON.stringify(JSON.parse(entry).entry));
    const { status, errors } = await imported(other, target, body);
    expect([status, errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
    expect(errors[0].message).toContain(
      message.replace('MEMORY', JSON.parse(entry).entry.memoryId),
    );
  });

  it('refuses ids that the databases cannot store', async () => {
    const file = await fullExport();
    const [header = '', ...lines] = file.trimEnd().split('\n');
    const { agent } = JSON.parse(lines.find((line) => line.startsWith('{"agent"')) ?? '');
    const target = await other.project();
    const knowledgeConfig = { ...agent.knowledgeConfig, writeMemoryId: '\ud800' };
    const body = [header, JSON.stringify({ agent: { ...agent, knowledgeConfig } })].join('\n');
    const { status, errors } = await imported(other, target, body);
    expect([status, errors[0].message]).toEqual([
      400,
      'line 2: agent.knowledgeConfig.writeMemoryId: must be well-formed Unicode without NUL',
    ]);
  });

  it('stores large lines in smaller batches', async () => {
    const file = await fullExport();
    const texts = file.trimEnd().split('\n');
    const lines = texts.filter((line) => /^\{"(agent|memory|entry)"/.test(line));
    const at = lines.findIndex((line) => line.startsWith('{"entry"'));
    const { entry } = JSON.parse(lines[at] ?? '');
    const change = utilityChangeLine(entry.createdAt);
    const utilityChanges = Array.from({ length: 4000 }, () => change);
    const large = JSON.stringify({ entry: { ...entry, utilityChanges } });
    const body = [texts[0], ...lines.slice(0, at), large, '{"entry":{}}'].join('\n');
    const target = await other.project();
    const { errors } = await imported(other, target, body);
    expect(errors[0].message).toContain('entry.id: is missing');
    const { entries } = await target.run('{ entries { totalCount } }');
    expect(entries.totalCount).toBe(1);
  });

  it('refuses vectors that are not of the space, and a repeated row', async () => {
    const file = await fullExport('?vectors=true');
    const lines = file.split('\n');
    const target = await other.project();
    const short = file.replaceAll(/"embedding":"[^"]+"/g, '"embedding":"AAAAAA=="');
    const { errors } = await imported(other, target, short);
    expect(errors[0].message).toContain('the vector must hold 64 numbers');
    for (const vector of [
      new Float32Array(64),
      new Float32Array(64).fill(Number.POSITIVE_INFINITY),
    ]) {
      const text = Buffer.from(vector.buffer).toString('base64');
      const unusable = file.replaceAll(/"embedding":"[^"]+"/g, `"embedding":"${text}"`);
      const refused = await imported(other, target, unusable);
      expect(refused.errors[0].message).toContain('64 numbers that are not all 0');
    }
    const trace = lines.find((line) => /^\{"trace".*"retrievals":\[\{/.test(line)) ?? '';
    const { retrievals } = JSON.parse(trace).trace;
    const twice = { ...JSON.parse(trace).trace, retrievals: [...retrievals, ...retrievals] };
    const body = [lines[0], JSON.stringify({ trace: twice })].join('\n');
    const answer = await imported(other, target, body);
    expect(answer.errors[0].message).toBe('lines 2 to 2: contain a row twice');
  });
});

describe('the import of what a project can hold', () => {
  const updateProject = (project: TestProject, settings: Record<string, unknown>) =>
    project.run(
      'mutation ($input: UpdateProjectInput!) { updateProject(input: $input) { project { id } } }',
      { input: { settings } },
      project.keys.ADMIN,
    );

  it('takes over an update threshold above the duplicate threshold, which a later policy limits', async () => {
    const origin = await server.project();
    await updateProject(origin, { updateThreshold: 0.9 });
    const thresholds = { duplicatePolicy: 'SIMILAR', duplicateThreshold: 0.8 };
    await updateProject(origin, thresholds);
    await origin.write(await origin.memory(), 'Said once');
    const target = await other.project({ updateThreshold: 0.3 });
    const file = await exported(server, origin);
    expect(await imported(other, target, file)).toMatchObject({ status: 200, isComplete: true });
    const { project } = await target.run(
      '{ project { settings { duplicatePolicy duplicateThreshold updateThreshold } } }',
    );
    expect(project.settings).toEqual({ ...thresholds, updateThreshold: 0.9 });
    const { events } = await target.run('{ events(first: 100) { nodes { type } } }');
    const changes = events.nodes.filter(({ type }: { type: string }) => type === 'PROJECT_UPDATED');
    expect(changes).toHaveLength(1);
  });

  it('takes over the longest caller of an OAuth token', async () => {
    const origin = await server.project();
    const { entry } = await origin.write(await origin.memory(), 'Said by one with a long name');
    const actor = `oauth:${'s'.repeat(200)}`;
    await server.app.db
      .update(tables.entries)
      .set({ createdBy: actor })
      .where(eq(tables.entries.id, entry.id));
    const target = await other.project();
    const { status } = await imported(other, target, await exported(server, origin));
    expect(status).toBe(200);
    const read = await target.run(`{ entry(id: "${entry.id}") { createdBy { id } } }`);
    expect(read.entry.createdBy.id).toBe(actor);
  });

  it('gives names that are within the limit, with whole characters', async () => {
    const origin = await server.project();
    const name = `a${'😀'.repeat(99)}`;
    await origin.memory({ name });
    const target = await server.project();
    await target.memory({ name });
    const { renamed } = await imported(server, target, await exported(server, origin));
    expect(renamed).toMatchObject([{ from: name, to: `a${'😀'.repeat(94)} (imported)` }]);
    const again = await imported(other, await other.project(), await exported(server, target));
    expect(again.status).toBe(200);
  });
});

describe('an imported entry whose last revision is not that of its state', () => {
  it('has no readable revisions', async () => {
    const project = await server.project();
    const { entry } = await project.write(await project.memory(), 'Said once');
    await project.run(
      `mutation { updateEntry(input: { entryId: "${entry.id}", content: "Said twice" }) { entry { id } } }`,
    );
    const file = (await exported(server, project)).replace('"revision":1', '"revision":3');
    const target = await other.project();
    expect((await imported(other, target, file)).status).toBe(200);
    const REVISIONS = `{ entry(id: "${entry.id}") { content revisions { nodes { content } } } }`;
    expect((await target.fail(REVISIONS)).extensions.code).toBe('INTERNAL_SERVER_ERROR');
  });
});

describe('the jobs of an import', () => {
  it('go on where those of the origin were', async () => {
    const origin = await server.project();
    const memoryId = await origin.memory();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    await origin.run(
      'mutation ($input: RecordObservationInput!) { recordObservation(input: $input) { entry { id } } }',
      { input: { memoryId, content: 'Saw a stork' } },
    );
    const file = await exported(server, origin);
    expect(file).toContain('"pending":true');
    other.models.chat(() => ({ text: '9' }));
    const target = await other.project();
    await imported(other, target, file);
    await eventually(async () => {
      const { memory } = await target.run(
        'query ($id: ID!) { memory(id: $id) { entries(first: 1) { nodes { importance } } } }',
        { id: memoryId },
      );
      return memory.entries.nodes[0].importance;
    }).toBe(9);
  });

  it('check the facts that were still to be checked', async () => {
    const origin = await server.project();
    const memoryId = await origin.memory({ contradictionCheck: true });
    const texts = ['The market is in Basel', 'The market moved to Zug'];
    for (const [i, text] of texts.entries()) {
      // They are near to each other, and too far apart to be merged.
      for (const { models } of [server, other]) models.script(text, scripted(0.7, i + 1));
    }
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    for (const text of texts) await origin.write(memoryId, text);
    const file = await exported(server, origin);
    expect(file).toContain('"contradictionPending":true');
    other.models.chat(() => ({ text: '{"replaced": [1]}' }));
    const target = await other.project();
    await imported(other, target, file);
    const SEARCH = `{ searchKnowledge(input: { query: "Where is the market?" }) {
      results { entry { content } } } }`;
    await eventually(async () => {
      const { results } = (await target.run(SEARCH)).searchKnowledge;
      return results.map(({ entry }: { entry: { content: string } }) => entry.content);
    }).toEqual([texts[1]]);
  });

  it('finish the cycles that were begun', async () => {
    const origin = await server.project();
    const memoryId = await origin.memory();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    for (const content of ['Saw a swan', 'Saw a wren'])
      await record(origin, { memoryId, content, importance: 9 });
    await origin.run(REFLECT, { input: { memoryId, force: true } });
    const file = await exported(server, origin);
    expect(file).toContain('"finishedAt":null');
    scriptedModel(other);
    const target = await other.project();
    await imported(other, target, file);
    await eventually(async () => {
      const { insightCycles } = await stateOf(target, memoryId);
      return insightCycles.nodes.map(({ status }: { status: string }) => status);
    }).toEqual(['COMPLETED']);
  });
});

it('an export reads few entries at once if they are large, however well they are compressed', async () => {
  const project = await server.project();
  const memoryId = await project.memory();
  const { db } = server.app;
  for (const content of ['One', 'Two', 'Three']) {
    const { entry } = await project.write(memoryId, content, { kind: 'PLAN' });
    const of = and(eq(tables.entries.projectId, project.id), eq(tables.entries.id, entry.id));
    const [row] = await db.select().from(tables.entries).where(of);
    const [statement] = row?.statements ?? [];
    const text = 'a'.repeat(800_000);
    await db.insert(tables.revisions).values({
      projectId: project.id,
      entryId: entry.id,
      number: 1,
      numbers: [1],
      changed: statement ? [{ ...statement, text }] : [],
      change: 'EDITED',
      actor: 'key',
      createdAt: new Date(),
    });
  }
  const sizes: number[] = [];
  for await (const rows of selectPages(db, { projectId: project.id, kind: 'entry' })) {
    sizes.push(rows.length);
  }
  expect(sizes).toEqual([2, 1]);
});

describe('the reflections of an import', () => {
  it('are written if they were still to be written', async () => {
    const origin = await server.project();
    server.models.chat(() => ({ kind: 'status', status: 500 }));
    const create = `mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id } } }`;
    const review = { result: 'FAIL' };
    const { createTrace } = await origin.run(create, { input: { task: 'Book a trip', review } });
    await origin.run(create, { input: { task: 'Not reviewed' } });
    const file = await exported(server, origin);
    expect(file.match(/"isReflectionPending":true/g)).toHaveLength(1);
    other.models.chat(() => ({ text: JSON.stringify(LESSON) }));
    const target = await other.project();
    await imported(other, target, file);
    const status = `{ trace(id: "${createTrace.trace.id}") { reflectionStatus } }`;
    await eventually(async () => (await target.run(status)).trace.reflectionStatus).toBe(
      'COMPLETED',
    );
    await imported(other, target, file);
    expect(await exported(other, target)).not.toContain('isReflectionPending');
  });
});

describe('access', () => {
  it.each(['/export', '/import', '/backup'])('%s needs a key, of the role', async (path) => {
    const project = await server.project();
    const method = path === '/import' ? 'POST' : 'GET';
    const statuses = [];
    for (const key of ['', project.keys.READ, project.keys.WRITE]) {
      const shown = key === '' ? {} : headers(key);
      const response = await fetch(`${server.url}${path}`, { method, headers: shown });
      statuses.push(response.status);
      await response.text();
    }
    expect(statuses).toEqual([401, 403, 403]);
  });

  it('is to the project of the key alone, and backups need a root key', async () => {
    const [one, two] = [await server.project(), await server.project()];
    const response = await fetch(`${server.url}/export`, {
      headers: { ...headers(one.keys.ADMIN), 'lorebase-project': two.id },
    });
    expect(response.status).toBe(404);
    const refused = await fetch(`${server.url}/backup`, { headers: headers(one.keys.ADMIN) });
    expect(refused.status).toBe(403);
  });

  it('to backups needs no project: neither the default one, nor another', async () => {
    await server.asRoot(
      'mutation { deleteProject(input: { confirmName: "default" }) { deletedProjectId } }',
    );
    try {
      const response = await fetch(`${server.url}/backup`, { headers: headers(ROOT_KEY) });
      // A server of its own has pg_dump for this.
      expect(response.status).toBe(isEmbedded ? 200 : 400);
      await response.arrayBuffer();
      const { status } = await fetch(`${server.url}/export`, { headers: headers(ROOT_KEY) });
      expect(status).toBe(404);
    } finally {
      await ensureDefaultProject(server.app);
    }
  });
});

describe('files of other programs', () => {
  const read = (key: string, query: string, body: string) =>
    fetch(`${server.url}/import/read?${query}`, { method: 'POST', headers: headers(key), body });

  it('are read in another thread, because a large file takes seconds', async () => {
    const project = await server.project();
    const reader = vi.spyOn(READERS, 'text');
    const [one, other] = await Promise.all(
      ['One.', 'Other.'].map(async (text) => {
        const response = await read(project.keys.WRITE, 'from=text&file=a.txt', text);
        expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
        return response.json();
      }),
    );
    expect(reader).not.toHaveBeenCalled();
    reader.mockRestore();
    const reading = { path: 'a.txt', now: new Date() };
    expect(one).toEqual(READERS.text('One.', reading));
    expect(other).toEqual(READERS.text('Other.', reading));
  });

  it('are read as items of writeEntries, and written by nobody', async () => {
    const project = await server.project();
    const file = JSON.stringify([{ memory: 'Acme pays in May.', user_id: 'ines' }]);
    const response = await read(project.keys.WRITE, 'from=mem0', file);
    expect(await response.json()).toEqual({
      texts: [
        { content: 'Acme pays in May.', metadata: { importedFrom: 'mem0', user_id: 'ines' } },
      ],
      leftOut: [],
    });
    const { entries } = await project.run('{ entries { totalCount } }');
    expect(entries.totalCount).toBe(0);
  });

  it.each([
    ['from=mem0', '{"no":1}', 'The file is not one of mem0'],
    ['from=mem0', 'null', 'it has another form than an export of mem0'],
    ['from=nobody', '[]', 'must be one of mem0'],
  ])('are refused with a reason: %s', async (query, body, reason) => {
    const project = await server.project();
    const response = await read(project.keys.WRITE, query, body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
    expect((await read(project.keys.READ, query, body)).status).toBe(403);
  });
});
