import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { maxExactScanChunks } from '../src/db/search-method.ts';
import { scripted } from './support/model-server.ts';
import { startAtNoon } from './support/noon.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer();

const SEARCH = `query ($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) {
    results { ...one }
    explanation { nearMisses { ...one } }
  }
}
fragment one on SearchResult {
  score similarity coverage dateMatch entry { content } chunk { text }
  matches { relevance dateMatch statement { text } }
}`;

type Found = {
  score: number;
  similarity: number | null;
  coverage: number | null;
  dateMatch: number | null;
  entry: { content: string };
  chunk: { text: string };
  matches: { relevance: number; dateMatch: number | null }[];
};

async function search(project: TestProject, input: object): Promise<Found[]> {
  const { searchKnowledge } = await project.run(SEARCH, { input });
  return [...searchKnowledge.results, ...(searchKnowledge.explanation?.nearMisses ?? [])];
}

const contents = (found: Found[]) => found.map(({ entry }) => entry.content);
const APART = { kind: 'OBSERVATION' };
const DAY = 86_400_000;

async function written(items: [text: string, vector: number[], more?: object][]) {
  const project = await server.project();
  const memoryId = await project.memory();
  for (const [text, vector, more] of items) {
    server.models.script(text, vector);
    await project.write(memoryId, text, { ...APART, ...more });
  }
  return project;
}

describe('words that punctuation joins', () => {
  const SETTINGS = 'Set config.timeout to 30';
  const TICKET = 'OPS-4711 was closed';
  const MAIL = 'Anna writes from anna@mail.example.org';
  const PATH = 'The tool is in /usr/local/bin';
  const CHOICE = 'Choose read/write access';
  const BALANCE = 'The balance is -250';
  const RELEASE = 'The server runs Node.js, release 3.14';
  const TYPE = 'The answer is a Promise<Receipt>';
  const OTHER = "Don't wait for the config";
  const ALL = [SETTINGS, TICKET, MAIL, PATH, CHOICE, BALANCE, RELEASE, TYPE, OTHER];
  let project: TestProject;

  beforeAll(async () => {
    project = await written(ALL.map((text, i) => [text, scripted(0, i + 2)]));
  });

  it.each([
    ['timeout', [SETTINGS]],
    ['config.timeout', [SETTINGS, OTHER]],
    ['timeout config', [SETTINGS, OTHER]],
    ['config', [SETTINGS, OTHER]],
    ['4711', [TICKET]],
    ['ops 4711', [TICKET]],
    ['OPS-4711', [TICKET]],
    ['anna@mail.example.org', [MAIL]],
    ['mail example', [MAIL]],
    ['bin', [PATH]],
    ['/usr/local/bin', [PATH]],
    ['write', [MAIL, CHOICE]],
    ['250', [BALANCE]],
    ['-250', [BALANCE]],
    ['node', [RELEASE]],
    ['node.js', [RELEASE]],
    ['3.14', [RELEASE]],
    ['receipt', [TYPE]],
    ['wait', [OTHER]],
    ['time', []],
  ])('are found as a whole and by their parts: %s', async (query, expected) => {
    const found = await search(project, { query, mode: 'LEXICAL' });
    expect(contents(found).toSorted()).toEqual(expected.toSorted());
    if (expected.length > 0) expect(contents(found)[0]).toBe(expected[0]);
  });

  it('count as a whole, too, so that the exact one comes first', async () => {
    const versions = await written([
      ['Version 3.2.1 of the client', scripted(0, 2)],
      ['Version 1.2.3 of the client', scripted(0, 3)],
    ]);
    const [first, second] = await search(versions, { query: '1.2.3', mode: 'LEXICAL' });
    expect(first).toMatchObject({ entry: { content: 'Version 1.2.3 of the client' }, score: 1 });
    expect(second?.score).toBeLessThan(0.9);
  });

  it('have parts in the context of an entry, too', async () => {
    const noted = await written([
      ['It was raised', scripted(0, 2), { context: 'about config.timeout' }],
    ]);
    const [found] = await search(noted, { query: 'timeout', mode: 'LEXICAL' });
    expect(found?.entry.content).toBe('It was raised');
  });
});

describe('HYBRID', () => {
  it('is the default, and adds up similarity and the square of the coverage', async () => {
    const project = await written([
      ['Sense only', scripted(0.5, 1)],
      ['Zebra crossing', scripted(0.1, 2)],
      ['Zebra herds of the okapi', scripted(0.5, 3)],
    ]);
    server.models.script('zebra herds okapi', scripted(1));
    const found = await search(project, { query: 'zebra herds okapi' });
    expect(contents(found)).toEqual(['Zebra herds of the okapi', 'Sense only', 'Zebra crossing']);
    for (const { score, similarity, coverage, dateMatch, matches } of found) {
      expect(score).toBeCloseTo(0.4 * (similarity ?? NaN) + 0.6 * (coverage ?? NaN) ** 2, 6);
      expect(dateMatch).toBeNull();
      expect(matches[0]).toMatchObject({ relevance: score, dateMatch: null });
    }
    expect(found.map(({ similarity }) => similarity?.toFixed(3))).toEqual([
      '0.500',
      '0.500',
      '0.100',
    ]);
    expect(found[1]?.coverage).toBe(0);
    expect(found[2]?.coverage).toBeGreaterThan(0);
    expect(await search(project, { query: 'zebra herds okapi', mode: 'HYBRID' })).toEqual(found);
  });

  it('counts a single word as one of two', async () => {
    const project = await written([['Zebra crossing', scripted(0.2, 2)]]);
    const [hybrid] = await search(project, { query: 'zebra' });
    expect(hybrid?.coverage).toBeLessThanOrEqual(0.5);
    const [lexical] = await search(project, { query: 'zebra', mode: 'LEXICAL' });
    expect(lexical).toMatchObject({ score: 1, coverage: 1, similarity: null });
  });

  it('ranks meaning before a stray word in a long memory', { timeout: 60_000 }, async () => {
    const project = await server.project();
    const memoryId = await project.memory();
    const answer = 'She paid for the trip across the lake';
    const query = 'Who booked the vessel?';
    server.models.script(answer, scripted(0.5, 1));
    server.models.script(query, scripted(1));
    const stray = Array.from({ length: maxExactScanChunks(server.app.indexSizes) }, (_, i) => {
      const content = i % 50 === 0 ? `A book of stones ${i}` : `Stones ${i}`;
      server.models.script(content, scripted(0.2, 2 + (i % 60)));
      return { content, ...APART };
    });
    const BULK =
      'mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }';
    const items = [{ content: answer, ...APART }, ...stray];
    for (let i = 0; i < items.length; i += 500) {
      await project.run(BULK, { input: { memoryId, items: items.slice(i, i + 500) } });
    }
    const found = await search(project, { query, limit: 5 });
    expect(found).toHaveLength(5);
    expect(found[0]).toMatchObject({ entry: { content: answer }, coverage: 0 });
    expect(found[1]?.coverage).toBeGreaterThan(0.1);
  });

  it('embeds the context and counts its words less, and does not show it', async () => {
    const answer = 'B: Yes, every day';
    const context = 'A: Do you play the trombone?';
    server.models.script(answer, scripted(0, 1));
    server.models.script(`${answer}\n${context}`, scripted(0.8, 1));
    server.models.script('trombone', scripted(1));
    const project = await written([['C: No', scripted(0.1, 2)]]);
    const { nodes } = (await project.run('{ memories { nodes { id } } }')).memories;
    await project.write(nodes[0].id, answer, { ...APART, context });
    const input = { query: 'trombone', limit: 1, explain: true };
    const [first] = await search(project, input);
    expect(first).toMatchObject({ entry: { content: answer }, chunk: { text: answer } });
    // The mean of the directions (0, 1) of the text and (0.8, 0.6) of the text with its context.
    expect(first?.similarity).toBeCloseTo(0.8 / Math.hypot(0.8, 1.6), 5);
    const [lexical] = await search(project, { ...input, mode: 'LEXICAL' });
    expect(lexical?.coverage).toBeCloseTo(0.6, 6);
    await project.write(nodes[0].id, 'D: A trombone', APART);
    const own = await search(project, { ...input, mode: 'LEXICAL' });
    expect(own.map(({ coverage }) => coverage?.toFixed(3))).toEqual(['1.000', '0.600']);
    for (const one of own) expect(JSON.stringify(one)).not.toContain('Do you play');
  });
});

describe('the dates of a question', () => {
  const question = 'What happened on 8 May 2023?';
  const on = (day: string) => ({ occurredAt: `${day}T15:00:00Z` });

  it('raise what happened then, and are not compared as text', async () => {
    const project = await written([
      ['Long ago', scripted(0.5, 1), on('2020-01-01')],
      ['On the day', scripted(0.5, 2), on('2023-05-08')],
      ['Days after', scripted(0.5, 3), on('2023-05-12')],
    ]);
    server.models.script('What happened?', scripted(1));
    const found = await search(project, { query: question });
    expect(server.models.requests.at(-1)).toEqual(['What happened?']);
    expect(contents(found)).toEqual(['On the day', 'Days after', 'Long ago']);
    const matches = found.map(({ dateMatch }) => dateMatch ?? NaN);
    expect(matches[0]).toBe(1);
    expect(matches[1]).toBeCloseTo(0.9 * (1 - (3 + 15 / 24) / 8), 5);
    expect(matches[2]).toBe(0);
    for (const [i, { score, similarity, coverage }] of found.entries()) {
      const fused = 0.4 * (similarity ?? NaN) + 0.6 * (coverage ?? NaN) ** 2;
      expect(score).toBeCloseTo((fused + 5 * (matches[i] ?? NaN)) / 6, 6);
    }
  });

  it('find what is neither near nor shares a word', async () => {
    const others = Array.from({ length: 12 }, (_, i): [string, number[]] => [
      `Other ${i}`,
      scripted(0.3 - i / 100, 2 + i),
    ]);
    const project = await written([
      ...others,
      ['On that day', scripted(0.05, 1), on('2023-05-08')],
    ]);
    server.models.script('What happened?', scripted(1));
    expect(contents(await search(project, { query: question, limit: 1 }))).toEqual(['On that day']);
    server.models.script(question, scripted(1));
    const semantic = await search(project, { query: question, limit: 1, mode: 'SEMANTIC' });
    expect(contents(semantic)).toEqual(['Other 0']);
    expect(semantic[0]?.dateMatch).toBeNull();
  });

  it('count from now or, with asOf, from then', async () => {
    onTestFinished(startAtNoon(server));
    const now = server.app.clock().getTime();
    const at = (days: number) => new Date(now + days * DAY).toISOString();
    const project = await written([
      ['Ten days ahead', scripted(0.5, 1), { occurredAt: at(29) }],
      ['Today', scripted(0.5, 2), { occurredAt: at(0) }],
      ['The day before', scripted(0.5, 3), { occurredAt: at(-1) }],
    ]);
    server.models.script('What happened?', scripted(1));
    const query = 'What happened yesterday?';
    const [today] = await search(project, { query });
    expect(today).toMatchObject({ entry: { content: 'The day before' }, dateMatch: 1 });
    const [then] = await search(project, { query, asOf: at(30) });
    expect(then).toMatchObject({ entry: { content: 'Ten days ahead' }, dateMatch: 1 });
  });
});
