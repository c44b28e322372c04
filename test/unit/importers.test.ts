import { describe, expect, it } from 'vitest';
import type { Foreign } from '../../src/importers/foreign-text.ts';
import { fromLangGraph } from '../../src/importers/langgraph.ts';
import { fromLetta } from '../../src/importers/letta.ts';
import { fromMarkdown, fromText } from '../../src/importers/markdown.ts';
import { fromMcpMemory } from '../../src/importers/mcp-memory.ts';
import { fromMem0 as readMem0 } from '../../src/importers/mem0.ts';
import { fromZep as readZep } from '../../src/importers/zep.ts';
import { contextInput } from '../../src/input.ts';
import { fileNameOf } from '../../src/transfer/markdown.ts';

const json = JSON.stringify;
const NOW = new Date('2026-06-15T12:00:00Z');
const fromMem0 = (text: string) => readMem0(text, NOW);
const fromZep = (text: string) => readZep(text, NOW);

describe('mem0', () => {
  const memory = {
    id: 'a3f0c7b2-0f3c-4a55-9d0e-6b6d2f0e7a11',
    memory: 'Prefers window seats on long flights',
    hash: '0c9e6f7d2a4b18c3e5f6a7b8c9d0e1f2',
    metadata: { category: 'travel' },
    created_at: '2025-03-04T09:10:11.120000-08:00',
    updated_at: null,
    user_id: 'maria',
  };
  const text = {
    content: 'Prefers window seats on long flights',
    metadata: { importedFrom: 'mem0', category: 'travel', user_id: 'maria' },
    occurredAt: '2025-03-04T17:10:11.120Z',
  };

  it.each([
    ['the answer of get_all', { results: [memory] }],
    ['a list', [memory]],
    ['a list under memories', { memories: [memory] }],
  ])('%s', (_, file) => {
    expect(fromMem0(json(file))).toEqual({ texts: [text], leftOut: [] });
  });

  it('keeps what the metadata of a memory says and its own fields do not', () => {
    const own = {
      ...memory,
      categories: [],
      metadata: { categories: ['a'], user_id: 'x', app_id: 'y' },
    };
    expect(fromMem0(json([own])).texts[0]?.metadata).toEqual({
      importedFrom: 'mem0',
      categories: ['a'],
      user_id: 'maria',
      app_id: 'y',
    });
  });

  it('reads a file with a byte order mark', () => {
    expect(fromMem0(`\uFEFF${json([memory])}`).texts).toEqual([text]);
    expect(fromMem0(`\uFEFF${json(memory)}\n${json(memory)}`).texts).toEqual([text, text]);
  });

  it('keeps metadata with escapes as text, and leaves out what cannot be stored', () => {
    const metadata = { pattern: '[\\u0000-\\u001f]', cut: 'a\ud83d', 'ke\0y': ['b\0'] };
    const [text] = fromMem0(json([{ ...memory, metadata }])).texts;
    expect(text?.metadata).toMatchObject({
      pattern: '[\\u0000-\\u001f]',
      cut: 'a\ufffd',
      key: ['b'],
    });
  });

  it('writes what an entry can hold: metadata within its limit, and the beginning of a context', () => {
    const large = { ...memory, metadata: { note: 'x'.repeat(17_000) } };
    expect(fromMem0(json([large])).texts[0]?.metadata).toEqual({ importedFrom: 'mem0' });
    const entity = { type: 'entity', name: 'Ada', entityType: 'x'.repeat(5000) };
    const [text] = fromMcpMemory(json({ ...entity, observations: ['Speaks Dutch'] })).texts;
    expect(contextInput.safeParse(text?.context).success).toBe(true);
  });

  it.each([
    ['2024-01-01 12:00:00+00', '2024-01-01T12:00:00.000Z'],
    ['2024-01-01 12:00:00.5', '2024-01-01T12:00:00.500Z'],
    ['2024-01-01 12:00:00 UTC', '2024-01-01T12:00:00.000Z'],
    ['2024-01-01T12:00:00+02:00', '2024-01-01T10:00:00.000Z'],
    ['May 1, 2024 10:00', '2024-05-01T10:00:00.000Z'],
    ['2024-01-01', '2024-01-01T00:00:00.000Z'],
    ['yesterday at 5:00', undefined],
    ['0999-12-31T12:00:00Z', undefined],
  ])('reads the time %s', (created_at, occurredAt) => {
    expect(fromMem0(json([{ ...memory, created_at }])).texts[0]?.occurredAt).toBe(occurredAt);
  });

  it.each(['Europe/Berlin', 'America/Lima'])('reads a date as UTC in the zone %s', (zone) => {
    const { TZ } = process.env;
    process.env.TZ = zone;
    const dates = ['2024-05-01', '2024/05/01', 'May 1, 2024'].map((created_at) => ({
      ...memory,
      created_at,
    }));
    const times = fromMem0(json(dates)).texts.map(({ occurredAt }) => occurredAt);
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
    expect(times).toEqual(Array(3).fill('2024-05-01T00:00:00.000Z'));
  });

  it('reads what its JavaScript SDK writes, and leaves the keys of metadata alone', () => {
    const own = {
      memory: 'Prefers window seats',
      userId: 'maria',
      agentId: 'travel',
      createdAt: '2025-03-04T17:10:11.120Z',
      metadata: { seatRow: 3 },
    };
    expect(fromMem0(json({ results: [own] })).texts).toEqual([
      {
        content: 'Prefers window seats',
        metadata: { importedFrom: 'mem0', seatRow: 3, user_id: 'maria', agent_id: 'travel' },
        occurredAt: '2025-03-04T17:10:11.120Z',
      },
    ]);
  });

  it.each([
    ['expiration_date', '2026-06-15', '2026-06-16T00:00:00.000Z'],
    ['expirationDate', '2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['expiration_date', '2026-06-15T18:00:00Z', '2026-06-15T18:00:00.000Z'],
    ['expiration_date', 'some day', undefined],
  ])('a memory with %s %s expires at %s', (key, date, expiresAt) => {
    const { texts, leftOut } = fromMem0(json([{ ...memory, [key]: date }]));
    expect([texts[0]?.expiresAt, leftOut]).toEqual([expiresAt, []]);
  });

  it('leaves out memories that have expired', () => {
    const old = { ...memory, expiration_date: '2026-06-14' };
    expect(fromMem0(json([old, memory]))).toEqual({
      texts: [text],
      leftOut: ['1 memory that has expired'],
    });
  });

  it('makes sentences of the relations of its graph', () => {
    const relations = [{ source: 'maria', relationship: 'lives_in', target: 'new_york' }];
    expect(fromMem0(json({ results: [], relations })).texts).toEqual([
      {
        content: 'maria lives in new york',
        metadata: { importedFrom: 'mem0', relation: 'lives_in' },
      },
    ]);
  });

  it.each(['{"results":1}', 'no JSON', '{}', 'null'])('refuses %s', (file) => {
    expect(() => fromMem0(file)).toThrow(/^The file is not one of mem0: /);
  });
});

const NO_TEXT = '1 record without text';
const NO_TIME = '1 time that cannot be read';

it.each<[string, Foreign, string[]]>([
  [
    'mem0',
    fromMem0(json([{ memory: '' }, { memory: 'Likes tea', created_at: 'sometime' }])),
    [NO_TEXT, NO_TIME],
  ],
  [
    'Letta',
    fromLetta(
      json({
        name: 'a',
        core_memory: [{ value: ' \n\n' }, { value: 'Jo', updated_at: 'sometime' }],
      }),
    ),
    [NO_TEXT, NO_TIME],
  ],
  [
    'LangGraph',
    fromLangGraph(
      json([
        { key: 'a', value: { text: '' } },
        { key: 'b', value: { text: 'Likes tea' }, created_at: 'sometime' },
      ]),
    ),
    [NO_TEXT, NO_TIME],
  ],
  [
    'Zep',
    fromZep(json([{ fact: ' ' }, { fact: 'Kim lives in Ghent', valid_at: 'sometime' }])),
    [NO_TEXT, NO_TIME],
  ],
  [
    'the MCP memory server',
    fromMcpMemory(
      `${json({ type: 'relation', from: '', to: '', relationType: '' })}
      ${json({ type: 'entity', name: 'Ada', entityType: 'person', observations: [] })}`,
    ),
    [NO_TEXT],
  ],
  [
    'Markdown',
    fromMarkdown('---\ndate: sometime\n---\nWarm.', 'a.md'),
    ['the front matter of a.md'],
  ],
])(
  '%s: counts records without text and times that cannot be read',
  (_, { texts, leftOut }, lost) => {
    expect(texts).toHaveLength(1);
    expect(texts[0]?.occurredAt).toBeUndefined();
    expect(leftOut).toEqual(lost);
  },
);

describe('Letta', () => {
  const human = {
    label: 'human',
    value: 'Name: Jo.\n\nWorks nights at a bakery.',
    limit: 5000,
    description: 'What is known of the person',
    updated_at: '2025-05-06T07:08:09.000000Z',
  };

  it('an agent file of one agent', () => {
    const file = {
      agent_type: 'memgpt_agent',
      name: 'Helper',
      system: 'You are a helper.',
      core_memory: [human, { label: 'persona', value: '', limit: 5000 }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
      tools: [],
      version: '0.7.0',
    };
    const context = 'human: What is known of the person';
    const metadata = { importedFrom: 'letta', agent: 'Helper', block: 'human' };
    const occurredAt = '2025-05-06T07:08:09.000Z';
    expect(fromLetta(json(file))).toEqual({
      texts: [
        { content: 'Name: Jo.', context, metadata, occurredAt },
        { content: 'Works nights at a bakery.', context, metadata, occurredAt },
      ].map((one) => ({ ...one, content: one.content })),
      leftOut: ['1 message of a conversation', '1 record without text'],
    });
  });

  it('an agent file of several agents with shared blocks', () => {
    const file = {
      agents: [
        { id: 'agent-0', name: 'One', block_ids: ['block-0'], messages: [] },
        { id: 'agent-1', name: 'Two', block_ids: ['block-0'], messages: [] },
        { id: 'agent-2', name: 'Three', block_ids: ['block-1'], messages: [] },
      ],
      groups: [],
      blocks: [{ id: 'block-0', label: 'team', value: 'The team ships on Tuesdays.' }],
      files: [],
      sources: [],
      tools: [],
      mcp_servers: [],
      metadata: {},
      created_at: '2025-08-01T00:00:00Z',
    };
    expect(fromLetta(json(file)).texts).toEqual([
      {
        content: 'The team ships on Tuesdays.',
        context: 'team',
        metadata: { importedFrom: 'letta', agent: 'One, Two', block: 'team' },
      },
    ]);
  });
});

it('the MCP memory server', () => {
  const lines = [
    {
      type: 'entity',
      name: 'Ada_Bakker',
      entityType: 'person',
      observations: ['Speaks Dutch', 'Sings'],
    },
    { type: 'entity', name: 'Blue_Door', entityType: 'company', observations: [] },
    { type: 'relation', from: 'Ada_Bakker', to: 'Blue_Door', relationType: 'works_at' },
  ];
  const { texts } = fromMcpMemory(`${lines.map((line) => json(line)).join('\n')}\n`);
  expect(texts.map(({ content }) => content)).toEqual([
    'Ada Bakker: Speaks Dutch',
    'Ada Bakker: Sings',
    'Blue Door is of type company',
    'Ada Bakker works at Blue Door',
  ]);
  expect(texts[0]).toMatchObject({
    context: 'person',
    metadata: { importedFrom: 'mcp-memory', entity: 'Ada_Bakker', entityType: 'person' },
  });
  expect(() => fromMcpMemory('{"type":"entity"}')).toThrow(
    /not one of the MCP memory server: name/,
  );
  expect(() => fromMcpMemory('{}\nx')).toThrow(/line 2 is not JSON/);
});

it('LangGraph', () => {
  const items = [
    {
      namespace: ['memories', 'u-1'],
      key: 'k1',
      value: { text: 'Likes short answers', score: 3 },
      created_at: '2025-01-02T03:04:05.000000+00:00',
      updated_at: '2025-01-03T03:04:05.000000+00:00',
    },
    {
      namespace: ['memories'],
      key: 'k2',
      value: { kind: 'Memory', content: { content: 'Has a cat' } },
    },
    { prefix: 'profiles.u-1', key: 'k3', value: { name: 'Jo', age: 40 } },
  ];
  const expected = [
    {
      content: 'Likes short answers',
      metadata: { importedFrom: 'langgraph', score: 3, namespace: ['memories', 'u-1'], key: 'k1' },
      occurredAt: '2025-01-03T03:04:05.000Z',
    },
    {
      content: 'Has a cat',
      metadata: { importedFrom: 'langgraph', kind: 'Memory', namespace: ['memories'], key: 'k2' },
    },
    {
      content: '{"name":"Jo","age":40}',
      metadata: { importedFrom: 'langgraph', namespace: ['profiles', 'u-1'], key: 'k3' },
    },
  ];
  for (const file of [json(items), json({ items }), items.map((one) => json(one)).join('\n')]) {
    expect(fromLangGraph(file).texts).toEqual(expected);
  }
  expect(fromLangGraph(json(items[0])).texts).toEqual(expected.slice(0, 1));
  const value = { text: 'Plays', key: 'C sharp', namespace: 'music' };
  expect(fromLangGraph(json({ namespace: ['m'], key: 'k4', value })).texts[0]?.metadata).toEqual({
    importedFrom: 'langgraph',
    value_key: 'C sharp',
    value_namespace: 'music',
    namespace: ['m'],
    key: 'k4',
  });
  expect(() => fromLangGraph('{}')).toThrow(/not one of LangGraph/);
});

it('Zep and Graphiti', () => {
  const file = {
    nodes: [
      {
        uuid: 'n1',
        name: 'Kim',
        summary: 'Kim restores old clocks.',
        labels: ['Entity', 'Person'],
      },
      { uuid: 'n2', name: 'Ghent', summary: '' },
    ],
    edges: [
      {
        uuid: 'e1',
        name: 'LIVES_IN',
        fact: 'Kim lives in Ghent',
        source_node_uuid: 'n1',
        target_node_uuid: 'n2',
        created_at: '2025-06-01T00:00:00Z',
        valid_at: '2024-02-01T00:00:00Z',
        invalid_at: null,
        episodes: ['p1'],
      },
      {
        uuid: 'e2',
        name: 'LIVES_IN',
        fact: 'Kim lives in Lille',
        invalid_at: '2024-02-01T00:00:00Z',
      },
    ],
  };
  expect(fromZep(json(file))).toEqual({
    texts: [
      {
        content: 'Kim lives in Ghent',
        metadata: { importedFrom: 'zep', relation: 'LIVES_IN', source: 'Kim', target: 'Ghent' },
        occurredAt: '2024-02-01T00:00:00.000Z',
      },
      {
        content: 'Kim restores old clocks.',
        context: 'Kim',
        metadata: { importedFrom: 'zep', entity: 'Kim', labels: ['Entity', 'Person'] },
      },
    ],
    leftOut: ['1 fact that is no longer true'],
  });
});

it('Zep: what its JavaScript SDK writes', () => {
  const file = {
    nodes: [
      { uuid: 'n1', name: 'Kim', createdAt: '2025-06-01T00:00:00Z', summary: 'Restores clocks.' },
      { uuid: 'n2', name: 'Ghent' },
    ],
    edges: [
      {
        name: 'LIVES_IN',
        fact: 'Kim lives in Ghent',
        sourceNodeUuid: 'n1',
        targetNodeUuid: 'n2',
        validAt: '2024-02-01T00:00:00Z',
      },
      { name: 'LIVES_IN', fact: 'Kim lives in Lille', invalidAt: '2024-02-01T00:00:00Z' },
      { name: 'LIVES_IN', fact: 'Kim lives in Metz', expiredAt: '2024-02-01T00:00:00Z' },
    ],
  };
  expect(fromZep(json(file))).toEqual({
    texts: [
      {
        content: 'Kim lives in Ghent',
        metadata: { importedFrom: 'zep', relation: 'LIVES_IN', source: 'Kim', target: 'Ghent' },
        occurredAt: '2024-02-01T00:00:00.000Z',
      },
      {
        content: 'Restores clocks.',
        context: 'Kim',
        metadata: { importedFrom: 'zep', entity: 'Kim' },
        occurredAt: '2025-06-01T00:00:00.000Z',
      },
    ],
    leftOut: ['2 facts that are no longer true'],
  });
});

it('Zep: a fact that ends in the future expires then', () => {
  const fact = 'Kim rents a shop';
  const edges = [{ fact, invalid_at: '2027-01-01T00:00:00Z' }];
  expect(fromZep(json(edges))).toEqual({
    texts: [
      { content: fact, metadata: { importedFrom: 'zep' }, expiresAt: '2027-01-01T00:00:00.000Z' },
    ],
    leftOut: [],
  });
  const unreadable = [{ fact, invalid_at: 'some day' }];
  expect(fromZep(json(unreadable)).texts).toEqual([]);
});

describe('Markdown', () => {
  it('sections with the headings above them', () => {
    const text = [
      '---',
      'title: Notes',
      'date: 2024-05-06',
      '---',
      'Before all.',
      '# Work',
      '## Team',
      'Meets on Monday.',
      '```sh',
      '# no heading',
      '```',
      '# Home #',
      '',
      'The key is under the mat.\r',
    ].join('\n');
    const { texts } = fromMarkdown(text, 'notes.md');
    expect(texts.map(({ content, context }) => [context, content])).toEqual([
      [undefined, 'Before all.'],
      ['Work > Team', 'Meets on Monday.\n```sh\n# no heading\n```'],
      ['Home', 'The key is under the mat.'],
    ]);
    expect(texts[1]).toMatchObject({
      metadata: { importedFrom: 'markdown', file: 'notes.md', heading: 'Team' },
      occurredAt: '2024-05-06T00:00:00.000Z',
    });
  });

  it('divides long sections between paragraphs, and huge lines anywhere', () => {
    const paragraph = 'word '.repeat(200).trim();
    const { texts } = fromMarkdown(Array(5).fill(paragraph).join('\n\n'), 'long.txt');
    expect(texts.map(({ content }) => content.length)).toEqual([2000, 2000, 999]);
    const huge = fromMarkdown('x'.repeat(100_000), 'huge.txt').texts;
    expect(huge.map(({ content }) => content).join('')).toBe('x'.repeat(100_000));
    for (const { content } of huge) expect(Buffer.byteLength(content)).toBeLessThanOrEqual(32_768);
    const tea = `x${'\u{1F375}'.repeat(20_000)}`;
    const cups = fromMarkdown(tea, 'tea.txt').texts.map(({ content }) => content);
    expect(cups.join('')).toBe(tea);
    for (const content of cups) expect(content.isWellFormed()).toBe(true);
  });

  it('says how many headings have no text under them', () => {
    const text = '# Work\n## Team\nMeets.\n## Later\n### Ideas\n# Home\n';
    const { texts, leftOut } = fromMarkdown(text, 'notes.md');
    expect(texts).toHaveLength(1);
    expect(leftOut).toEqual(['3 headings without text in notes.md']);
  });

  it('leaves front matter out, says so, and takes nothing else for it', () => {
    const contentsOf = ({ texts }: Foreign) => texts.map(({ content }) => content);
    const titled = fromMarkdown(
      '---\ntitle: A day\ntags:\n  - sun\ndate: 2024-05-06\n---\nWarm.',
      'a.md',
    );
    expect(contentsOf(titled)).toEqual(['Warm.']);
    expect(titled.leftOut).toEqual(['the front matter of a.md']);
    expect(fromMarkdown('---\ndate: 2024-05-06\n---\nWarm.', 'a.md').leftOut).toEqual([]);
    const diary = '---\n2024-05-01\nBought the house.\n---\nSold the car.';
    expect(contentsOf(fromMarkdown(diary, 'a.md'))).toEqual([diary]);
    const log = '---\ntitle: A day\n---\nWarm.';
    expect(contentsOf(fromText(log, 'a.txt'))).toEqual([log]);
  });

  it.each(['', '# Only a heading', '\u0000', '---\ndate: x\n---\n'])('%j holds nothing', (text) => {
    expect(fromMarkdown(text, 'x').texts).toEqual([]);
  });
});

it.each([
  ['Facts', 'Facts'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['a/b\\c:d*?"<>|e', 'a-b-c-d------e'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['...', 'memory'],
  ['.hidden ', 'hidden'],
  ['é\u202Egnp', 'é-gnp'],
  ['\u{1F375}'.repeat(100), '\u{1F375}'.repeat(50)],
])('the memory %j is the file %j', (name, file) => {
  expect(fileNameOf(name)).toBe(file);
});
