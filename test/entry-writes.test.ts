import { describe, expect, it } from 'vitest';
import { splitText } from '../src/models/split.js';
import { ENTRY, scriptPair } from './support/entries.ts';
import { scripted } from './support/model-server.ts';
import { useServer } from './support/server.ts';
import { stated, textsOf } from './support/statements.ts';
import { VALUE_PAIRS } from './support/value-pairs.ts';

const server = useServer();

/** Some of the pairs, of different sorts, show the rule end to end; its unit tests cover them all. */
const SHOWN_PAIRS = VALUE_PAIRS.filter(([, base]) =>
  [
    'The API rate limit is 100 requests per minute',
    'John is the owner.',
    '会議は三時です',
    'Lo dijo a Ana',
    'Ich kenne Sie',
    'She has few friends',
    'server:\n  port: 80',
    'The password is open  sesame',
    'The domain is example.com.',
  ].includes(base),
);

describe('the write algorithm', () => {
  const BASE = 'Customer prefers email over phone calls';

  it.each([
    { similarity: 1, text: 'The customer prefers email over phone calls.', action: 'UPDATED' },
    { similarity: 0.99, text: 'Customer prefers email over fax', action: 'UPDATED' },
    { similarity: 0.75, text: 'Customer prefers email for billing', action: 'UPDATED' },
    { similarity: 0.7499, text: 'Customer wrote about billing', action: 'CREATED' },
    { similarity: -0.5, text: 'Fiscal year ends in March', action: 'CREATED' },
  ])('at similarity $similarity: $action for "$text"', async ({ similarity, text, action }) => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(server, {
      project,
      texts: [BASE, text],
      similarity: similarity,
    });
    const written = await project.write(memoryId, text);
    expect(written).toMatchObject({ action, duplicateThreshold: 0.95, updateThreshold: 0.75 });
    expect(written.similarity).toBeCloseTo(similarity, 5);
    expect(written.matchedEntry).toEqual({ id: entry.id, content: BASE });
    expect(written.entry.memory.entryCount).toBe(action === 'CREATED' ? 2 : 1);
    const content = { CREATED: text, UPDATED: `${BASE}\n${text}`, SKIPPED: BASE }[action];
    expect(written.entry.content).toBe(content);
  });

  it('says of a first write that there was nothing to compare with', async () => {
    const project = await server.project();
    const written = await project.write(await project.memory(), 'First of all');
    expect(written).toMatchObject({ action: 'CREATED', similarity: null, matchedEntry: null });
  });

  it('takes thresholds from the call, else the memory, else the project', async () => {
    const project = await server.project({ updateThreshold: 0.6 });
    const [base, other] = ['Threshold base', 'Threshold other'];
    const { memoryId } = await scriptPair(server, {
      project,
      texts: [base, other],
      similarity: 0.65,
    });
    const dry = (input: object) => project.write(memoryId, other, { dryRun: true, ...input });
    expect(await dry({})).toMatchObject({ action: 'UPDATED', updateThreshold: 0.6 });
    await project.run(
      'mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }',
      { input: { memoryId, updateThreshold: 0.7 } },
    );
    expect(await dry({})).toMatchObject({ action: 'CREATED', updateThreshold: 0.7 });
    expect(await dry({ updateThreshold: 0.65 })).toMatchObject({ action: 'UPDATED' });
    expect(await dry({ updateThreshold: 0 })).toMatchObject({
      action: 'UPDATED',
      updateThreshold: 0,
    });
  });

  it('skips an identical text without asking the embedding model', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    await project.write(memoryId, 'Only asked once: Zoé');
    const asked = server.models.requests.length;
    const again = await project.write(memoryId, '\n \nOnly asked once: Zoe\u0301\n');
    expect(again).toMatchObject({ action: 'SKIPPED', similarity: 1 });
    expect(server.models.requests.length).toBe(asked);
  });

  it.each(SHOWN_PAIRS)('never skips a new %s: "%s" / "%s"', async (_, one, other) => {
    const project = await server.project();
    const { memoryId } = await scriptPair(server, {
      project,
      texts: [one, other],
      similarity: 0.9999,
    });
    const written = await project.write(memoryId, other);
    expect(written.action).toBe('UPDATED');
    expect(written.entry.content).toBe(`${one}\n${other}`);
  });

  it('appends what is not a fact, however alike, and does not merge facts into it', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    for (const kind of ['OBSERVATION', 'PLAN', 'REFLECTION', 'OBSERVATION']) {
      expect((await project.write(memoryId, 'The lamp went on', { kind })).action).toBe('CREATED');
    }
    expect(await project.write(memoryId, 'The lamp went on')).toMatchObject({
      action: 'CREATED',
      similarity: null,
      entry: { kind: 'FACT', memory: { entryCount: 5 } },
    });
  });

  it('keeps memories apart', async () => {
    const project = await server.project();
    const [one, other] = [await project.memory(), await project.memory()];
    await project.write(one, 'Said in both');
    expect((await project.write(other, 'Said in both')).action).toBe('CREATED');
  });

  it('makes a new entry where a merge would exceed the size of an entry', async () => {
    const project = await server.project();
    const [base, other] = ['b'.repeat(20_000), 'o'.repeat(20_000)];
    for (const text of [base, other]) {
      const measure = { maxTokens: 8000, countTokens: (part: string) => part.length };
      for (const chunk of splitText(text, measure)) server.models.script(chunk, scripted(1));
    }
    const memoryId = await project.memory();
    await project.write(memoryId, base);
    expect(await project.write(memoryId, other)).toMatchObject({
      action: 'CREATED',
      similarity: 1,
    });
  });

  it('makes a new entry where the merged metadata would exceed its size', async () => {
    const project = await server.project();
    const { memoryId } = await scriptPair(server, {
      project,
      texts: ['Big base', 'Big other'],
      similarity: 0.8,
    });
    const big = (key: string) => ({ metadata: { [key]: 'x'.repeat(9000) } });
    await project.write(memoryId, 'Big third', { ...big('a'), updateThreshold: 0 });
    const written = await project.write(memoryId, 'Big other', { ...big('b'), updateThreshold: 0 });
    expect(written.action).toBe('CREATED');
  });
});

describe('a dry run', () => {
  it('answers what a write would and changes nothing', async () => {
    const project = await server.project();
    const { memoryId, entry } = await scriptPair(server, {
      project,
      texts: ['Dry base', 'Dry other'],
      similarity: 0.8,
    });
    const dry = await project.write(memoryId, 'Dry other', { dryRun: true });
    expect(dry).toMatchObject({
      action: 'UPDATED',
      dryRun: true,
      entry: { content: 'Dry base\nDry other' },
    });
    const created = await project.write(memoryId, 'Something else entirely', { dryRun: true });
    expect(created).toMatchObject({ action: 'CREATED', dryRun: true });
    expect(await project.run(ENTRY, { id: created.entry.id })).toEqual({ entry: null });
    const after = (await project.run(ENTRY, { id: entry.id })).entry;
    expect(after).toMatchObject({
      content: 'Dry base',
      memory: { entryCount: 1 },
      revisions: { totalCount: 0 },
    });
    const { events } = await project.run('{ events { nodes { type } } }');
    expect(events.nodes.map((node: { type: string }) => node.type)).toEqual([
      'MEMORY_CREATED',
      'ENTRY_CREATED',
    ]);
  });
});

describe('an idempotency key', () => {
  it('makes a repeated call return the first answer', async () => {
    const project = await server.project();
    const { memoryId } = await scriptPair(server, {
      project,
      texts: ['Key base', 'Key other'],
      similarity: 0.8,
    });
    const input = { idempotencyKey: 'once' };
    const first = await project.write(memoryId, 'Key other', input);
    const again = await project.write(memoryId, 'Key other', input);
    expect(again).toEqual({
      ...first,
      matchedEntry: { ...first.matchedEntry, content: first.entry.content },
    });
    const writes = await Promise.all(
      Array.from({ length: 10 }, () =>
        project.write(memoryId, 'Fresh', { idempotencyKey: 'many' }),
      ),
    );
    expect(new Set(writes.map((written) => JSON.stringify(written))).size).toBe(1);
    expect(writes[0].action).toBe('CREATED');
  });

  it('is the same for metadata in another order and what is given as null or as an empty list', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const key = { idempotencyKey: 'order' };
    const first = await project.write(memoryId, 'Ordered', {
      ...key,
      metadata: { a: 1, b: { c: 2, d: 3 } },
    });
    const again = await project.write(memoryId, 'Ordered', {
      ...key,
      metadata: { b: { d: 3, c: 2 }, a: 1 },
      duplicateThreshold: null,
      context: null,
      expiresAt: null,
      supersedes: [],
    });
    expect(again).toEqual(first);
  });

  it('of another write is CONFLICT, in another memory too', async () => {
    const project = await server.project();
    const [one, other] = [await project.memory(), await project.memory()];
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const ask = (memoryId: string, content: string) => ({
      input: { memoryId, content, idempotencyKey: 'k' },
    });
    await project.run(WRITE, ask(one, 'First'));
    expect((await project.fail(WRITE, ask(one, 'Second'))).extensions.code).toBe('CONFLICT');
    expect((await project.fail(WRITE, ask(other, 'First'))).extensions.code).toBe('CONFLICT');
  });

  it('used at once in two memories serves one of them', async () => {
    const project = await server.project();
    const memories = [await project.memory(), await project.memory()];
    const results = await Promise.allSettled(
      memories.map((memoryId) => project.write(memoryId, 'Race', { idempotencyKey: 'race' })),
    );
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

function nest(depth: number): Record<string, unknown> {
  let value: Record<string, unknown> = {};
  for (let i = 0; i < depth; i += 1) value = { a: value };
  return value;
}

describe('input that cannot be stored', () => {
  it.each([
    [{ content: ' \n\t ' }, 'input.content'],
    [{ content: 'x'.repeat(32 * 1024 + 1) }, 'input.content'],
    [{ content: 'é'.repeat(16 * 1024 + 1) }, 'input.content'],
    [{ content: 'nul \0' }, 'input.content'],
    [{ content: 'half \udfff' }, 'input.content'],
    [{ metadata: { text: 'x'.repeat(16 * 1024) } }, 'input.metadata'],
    [{ metadata: { deep: ['nul \0'] } }, 'input.metadata'],
    [{ duplicateThreshold: 1.01 }, 'input.duplicateThreshold'],
    [{ updateThreshold: -0.1 }, 'input.updateThreshold'],
    [
      { duplicateThreshold: 0.7, updateThreshold: 0.8, duplicatePolicy: 'SIMILAR' },
      'input.updateThreshold',
    ],
    [{ idempotencyKey: '' }, 'input.idempotencyKey'],
    [{ idempotencyKey: 'half \ud800' }, 'input.idempotencyKey'],
    [{ metadata: nest(1500) }, 'input.metadata'],
    // Numbers of JSON have 53 bits: this one was rounded before it arrived.
    [{ metadata: { order: 2 ** 53 } }, 'input.metadata'],
    [{ metadata: { orders: [{ id: -(2 ** 60) }] } }, 'input.metadata'],
  ])('is refused with its path: %.60j', async (input, path) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const WRITE = 'mutation ($input: WriteEntryInput!) { writeEntry(input: $input) { action } }';
    const { extensions } = await project.fail(WRITE, {
      input: { memoryId, content: 'c', ...input },
    });
    expect(extensions).toMatchObject({ code: 'BAD_USER_INPUT', path });
  });

  it.each([
    ['[1]'],
    ['"text"'],
    ['1'],
    ['{ order: 9007199254740993 }'],
    ['{ __proto__: { a: 1 } }'],
    ['{ deep: { __proto__: 1 } }'],
  ])('such as metadata %s is refused', async (metadata) => {
    const project = await server.project();
    const memoryId = await project.memory();
    const { extensions } = await project.fail(
      `mutation { writeEntry(input: { memoryId: "${memoryId}", content: "c", metadata: ${metadata} }) { action } }`,
    );
    expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(extensions.code);
  });
});

describe('concurrent writes', () => {
  it('of one text leave one entry', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const writes = await Promise.all(
      Array.from({ length: 20 }, () => project.write(memoryId, 'Said by twenty at once')),
    );
    const actions = writes.map((written) => written.action);
    expect(actions.filter((action) => action === 'CREATED')).toHaveLength(1);
    expect(actions.filter((action) => action === 'SKIPPED')).toHaveLength(19);
    expect(new Set(writes.map((written) => written.entry.id)).size).toBe(1);
    expect(writes[0].entry.memory.entryCount).toBe(1);
  });

  it('of texts that resemble each other lose none, in entries that do not grow without bound', async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const texts = Array.from({ length: 12 }, (_, i) => `Resembling text ${i}`);
    for (const [i, text] of texts.entries()) server.models.script(text, scripted(0.9, 1 + i));
    const writes = await Promise.all(texts.map((text) => project.write(memoryId, text)));
    const ids = [...new Set(writes.map(({ entry }) => entry.id))];
    const entries = await Promise.all(ids.map((id) => stated(project, id)));
    expect(entries.flatMap(textsOf).sort()).toEqual([...texts].sort());
    expect(Math.max(...entries.map(({ statements }) => statements.length))).toBe(8);
    expect(entries[0].memory.entryCount).toBe(ids.length);
  });
});
