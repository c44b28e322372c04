import { describe, expect, it } from 'vitest';
import {
  AGENT_ENV,
  agentsOn,
  createAgent,
  generate,
  knowledgeOf,
  linesOf,
  STREAM,
  UPDATE_AGENT,
  user,
} from './support/agents.ts';
import { subscribe } from './support/graphql.ts';
import { scripted } from './support/model-server.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer({ ...AGENT_ENV, EMBEDDING_MAX_TOKENS: '600' });
const { replies, informed } = agentsOn(server);

const NEAREST = '[Memory: Customer] 2026-03-05: Nearest fact';
const MIDDLING = '[Memory: Customer] 2026-03-05: Middling fact';
const DISTANT = '[Memory: Customer] 2026-03-05: Distant fact';

const ask = (project: TestProject, agentId: string, knowledgeConfig: object = {}) =>
  knowledgeOf(project, { agentId, messages: user('The question'), knowledgeConfig });

type Left = { reason: string; result: { entry: { content: string } } };

const omittedOf = ({ omitted }: { omitted: Left[] }) =>
  omitted.map(({ reason, result }) => [result.entry.content, reason]);

describe('what an agent is told', () => {
  it('is cut relative to the best entry, and what is left out has a reason', async () => {
    const { project, agent } = await informed();
    const byDefault = await ask(project, agent.id);
    expect(linesOf(byDefault)).toEqual([NEAREST, MIDDLING]);
    expect(omittedOf(byDefault)).toEqual([['Distant fact', 'RELATIVE_SCORE']]);
    const all = await ask(project, agent.id, { relativeScore: 0 });
    expect(linesOf(all)).toEqual([NEAREST, MIDDLING, DISTANT]);
    expect(all.omitted).toEqual([]);
    const few = await ask(project, agent.id, { relativeScore: 0.9 });
    expect(linesOf(few)).toEqual([NEAREST]);
    const one = await ask(project, agent.id, { limit: 1 });
    expect(linesOf(one)).toEqual([NEAREST]);
    expect(omittedOf(one)).toEqual([
      ['Middling fact', 'LIMIT'],
      ['Distant fact', 'RELATIVE_SCORE'],
    ]);
  });

  it('is not all that happened in the time that the question names beside its topic', async () => {
    const { project, agent } = await informed();
    const told = (content: string) =>
      knowledgeOf(project, { agentId: agent.id, messages: user(content) });
    const dated = await told('The question since 2020');
    expect(linesOf(dated)).toEqual([NEAREST, MIDDLING]);
    expect(omittedOf(dated)).toEqual([['Distant fact', 'RELATIVE_SCORE']]);
    const all = await told('What happened on 2026-03-05?');
    expect(linesOf(all).sort()).toEqual([DISTANT, MIDDLING, NEAREST]);
  });

  it('has a lowest relevance where one is asked for, which a call can remove', async () => {
    const { project, agent } = await informed({ mode: 'SEMANTIC', minScore: 0.8 });
    const strict = await ask(project, agent.id);
    expect(linesOf(strict)).toEqual([NEAREST]);
    expect(omittedOf(strict)).toEqual([
      ['Middling fact', 'MIN_SCORE'],
      ['Distant fact', 'MIN_SCORE'],
    ]);
    expect(linesOf(await ask(project, agent.id, { limit: 7 }))).toEqual([NEAREST]);
    const open = await ask(project, agent.id, { minScore: null });
    expect(linesOf(open)).toEqual([NEAREST, MIDDLING, DISTANT]);
    expect(open.knowledgeConfig.minScore).toBeNull();
    expect(linesOf(await ask(project, agent.id, { minScore: 0.95 }))).toEqual([]);
    const input = { agentId: agent.id, knowledgeConfig: { minScore: null } };
    const { updateAgent } = await project.run(UPDATE_AGENT, { input });
    expect(updateAgent.agent.knowledgeConfig).toMatchObject({ minScore: null, mode: 'SEMANTIC' });
    const { events } = await project.run(
      '{ events(last: 1) { nodes { type changes { field before after } } } }',
    );
    expect(events.nodes).toMatchObject([
      {
        type: 'AGENT_UPDATED',
        changes: [
          { field: 'knowledgeConfig', before: { minScore: 0.8 }, after: { minScore: null } },
        ],
      },
    ]);
  });

  it('is nothing only where the scope is empty', async () => {
    const { project, agent } = await informed();
    const foreign = await knowledgeOf(project, { agentId: agent.id, messages: user('Else') });
    expect(foreign.messages).toHaveLength(1);
    expect(omittedOf(foreign).map(([, reason]) => reason)).toEqual([
      'RELATIVE_SCORE',
      'RELATIVE_SCORE',
    ]);
    const empty = await project.memory();
    for (const scope of [{ memoryIds: [empty] }, { memoryTags: ['none such'] }, {}]) {
      const silent = await createAgent(project, { knowledgeConfig: { scope } });
      expect(await ask(project, silent.id)).toMatchObject({
        messages: [],
        tokens: 0,
        results: [],
        omitted: [],
      });
    }
  });

  it('fits into a budget of tokens, which does not exclude the best entry', async () => {
    const { project, agent } = await informed();
    const bytes = Buffer.byteLength(NEAREST + MIDDLING);
    const exact = await ask(project, agent.id, { tokenBudget: Math.ceil(bytes / 4) });
    expect(linesOf(exact)).toEqual([NEAREST, MIDDLING]);
    expect(exact.tokens).toBe(Math.ceil(bytes / 4));
    const less = await ask(project, agent.id, { tokenBudget: Math.floor((bytes - 1) / 4) });
    expect(linesOf(less)).toEqual([NEAREST]);
    expect(omittedOf(less)).toEqual([
      ['Middling fact', 'TOKEN_BUDGET'],
      ['Distant fact', 'RELATIVE_SCORE'],
    ]);
    const least = await ask(project, agent.id, { tokenBudget: 1 });
    expect(linesOf(least)).toEqual([NEAREST]);
    expect(least.tokens).toBe(Math.ceil(Buffer.byteLength(NEAREST) / 4));
  });

  it('is the part of a long document that matches, if the document does not fit', async () => {
    const { project, memoryId, agent } = await informed();
    const parts = ['Alpha', 'Beta', 'Gamma'].map((name) => `${name} ${'words '.repeat(90)}end.`);
    for (const [i, part] of parts.entries()) {
      server.models.script(part, scripted(i === 1 ? 0.95 : 0.1, 20 + i));
    }
    const occurredAt = '2026-03-05T12:00:00Z';
    await project.write(memoryId, parts.join(' '), { occurredAt, updateThreshold: 0.99 });
    const part = `[Memory: Customer] 2026-03-05: …${parts[1]}…`;
    const told = await ask(project, agent.id, { tokenBudget: 200 });
    expect(linesOf(told)).toEqual([part, NEAREST, MIDDLING]);
    expect(told.tokens).toBeLessThanOrEqual(200);
    expect(omittedOf(told)[0]).toEqual([parts.join(' '), 'TOKEN_BUDGET']);
    const whole = await ask(project, agent.id, { tokenBudget: 1000 });
    expect(linesOf(whole)[0]).toBe(`[Memory: Customer] 2026-03-05: ${parts.join(' ')}`);
  });

  it('is the part that matches of each statement that does not fit', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Log' });
    server.models.script('The question', scripted(1));
    const text = (name: string) => `${name} ${'words '.repeat(90)}end.`;
    const statements = ['Alpha', 'Beta'].map((name) =>
      ['one', 'two', 'three'].map((part) => text(`${name} ${part}`)),
    );
    for (const [i, parts] of statements.entries()) {
      for (const [j, part] of parts.entries()) {
        server.models.script(part, scripted(j === 1 ? 0.9 : 0.2, 20 + j));
      }
      const occurredAt = `2026-03-0${i + 1}T12:00:00Z`;
      const thresholds = { duplicateThreshold: 1, updateThreshold: 0.1 };
      await project.write(memoryId, parts.join(' '), { occurredAt, ...thresholds });
    }
    const agent = await createAgent(project, {
      knowledgeConfig: { scope: { memoryIds: [memoryId] } },
    });
    const told = await ask(project, agent.id, { tokenBudget: 320 });
    expect(linesOf(told)).toEqual([
      `[Memory: Log] 2026-03-01: …${text('Alpha two')}…`,
      `[Memory: Log] 2026-03-02: …${text('Beta two')}…`,
    ]);
    expect(told.results).toHaveLength(1);
  });

  it('are the matching statements of an entry with their dates, the newest last', async () => {
    const project = await server.project();
    const memoryId = await project.memory({ name: 'Log' });
    server.models.script('The question', scripted(1));
    const texts = Array.from({ length: 8 }, (_, i) => `Report ${'abcdefgh'[i]}`);
    for (const [i, text] of texts.entries()) {
      server.models.script(text, scripted([0.8, 0.5, 0.5, 0.9][i] ?? 0.5, 10 + i));
      const { action } = await project.write(memoryId, text, {
        updateThreshold: 0.2,
        occurredAt: `2026-03-0${i + 1}T12:00:00Z`,
      });
      expect(action).toBe(i === 0 ? 'CREATED' : 'UPDATED');
    }
    const scope = { memoryIds: [memoryId] };
    const agent = await createAgent(project, { knowledgeConfig: { scope } });
    const told = await ask(project, agent.id);
    const lines = ['[Memory: Log] 2026-03-01: Report a', '[Memory: Log] 2026-03-04: Report d'];
    expect(linesOf(told)).toEqual(lines);
    expect(told.results).toHaveLength(1);
    const best = await ask(project, agent.id, { tokenBudget: 10 });
    expect(linesOf(best)).toEqual([lines[1]]);
    expect(best.omitted).toMatchObject([{ reason: 'TOKEN_BUDGET' }]);
    replies({ text: 'Fine.' });
    const { injected } = await generate(project, {
      agentId: agent.id,
      messages: user('The question'),
    });
    expect(injected).toMatchObject([{ content: 'Report a\nReport d' }]);
  });
});

describe('lessons of past runs', () => {
  const learn = (project: TestProject, input: object) =>
    project.run(
      `mutation ($input: CreateReflectionInput!) { createReflection(input: $input) { entry { id } } }`,
      { input: { summary: 'S', guidance: 'G', result: 'FAIL', ...input } },
    );

  it('are told with the mistake and what to do instead, from the memories of the scope only', async () => {
    const { project, agent } = await informed({
      reflections: true,
      limit: 1,
      scope: { kinds: ['FACT'] },
    });
    const lessons = await project.memory({ name: 'Lessons', tags: ['lessons'] });
    server.models.script('A task like it', scripted(0.8, 13));
    server.models.script('A task elsewhere', scripted(0.9, 14));
    const advice = { keyMistake: 'Asked twice', correctAction: 'Ask once' };
    await learn(project, { task: 'A task like it', memoryId: lessons, ...advice });
    await learn(project, { task: 'A task elsewhere' });
    expect(linesOf(await ask(project, agent.id))).toEqual([NEAREST]);
    const withLessons = await ask(project, agent.id, { scope: { memoryTags: ['lessons'] } });
    expect(linesOf(withLessons)).toEqual([
      NEAREST,
      '[Memory: Lessons] Past task (failed): A task like it. Reflection: S G. Key mistake: Asked twice. Correct action: Ask once.',
    ]);
    expect(withLessons.warnings).toEqual([]);
  });

  it.each([
    ['marks', `The question${'\u0301'.repeat(150)}`],
    ['marks of which each becomes two', `The question${'\u0344'.repeat(99)}`],
  ])('are found by a question with many combining %s in a row', async (_, content) => {
    const { project, agent } = await informed({ reflections: true });
    const { results } = await knowledgeOf(project, { agentId: agent.id, messages: user(content) });
    expect(results.length).toBeGreaterThan(0);
  });

  it('have a budget of their own', async () => {
    const { project, memoryId, agent } = await informed({ reflections: true });
    server.models.script('A task like it', scripted(0.8, 13));
    await learn(project, { task: 'A task like it', memoryId });
    const told = await ask(project, agent.id, {
      tokenBudget: 12,
      scope: { kinds: ['FACT'] },
    });
    expect(linesOf(told)).toEqual([
      NEAREST,
      '[Memory: Customer] Past task (failed): A task like it. Reflection: S G.',
    ]);
  });

  it('take nothing of the budget of the entries', async () => {
    const { project, memoryId, agent } = await informed({ reflections: true, relativeScore: 0 });
    const facts = [NEAREST, MIDDLING, DISTANT];
    server.models.script('A task like it', scripted(0.95, 13));
    server.models.script('A task unlike it', scripted(0.1, 14));
    await learn(project, { task: 'A task like it', memoryId });
    await learn(project, { task: 'A task unlike it', memoryId });
    const lesson = '[Memory: Customer] Past task (failed): A task like it. Reflection: S G.';
    const tokenBudget = Math.ceil(Buffer.byteLength(facts.join('')) / 4);
    const told = await ask(project, agent.id, { tokenBudget });
    expect(linesOf(told)).toEqual([...facts, lesson]);
    expect(told.omitted).toMatchObject([{ reason: 'MIN_SCORE' }]);
    const few = await ask(project, agent.id, { limit: 3, scope: { kinds: ['REFLECTION'] } });
    expect(linesOf(few)).toEqual([lesson]);
  });

  it('are none without memories or tags to search, with a warning', async () => {
    const project = await server.project();
    server.models.script('The question', scripted(1));
    server.models.script('A task like it', scripted(0.8, 13));
    await learn(project, { task: 'A task like it' });
    const agent = await createAgent(project, { knowledgeConfig: { reflections: true } });
    expect(await ask(project, agent.id)).toMatchObject({
      messages: [],
      warnings: [{ code: 'REFLECTIONS_WITHOUT_SCOPE', memoryId: null }],
    });
    const told = await ask(project, agent.id, { scope: { memoryTags: ['*'] } });
    expect(told.warnings).toEqual([]);
    expect((await ask(project, agent.id, { reflections: false })).warnings).toEqual([]);
  });
});

describe('the ranking', () => {
  const accessesOf = async (project: TestProject) => {
    const { entries } = await project.run('{ entries { nodes { content accessCount } } }');
    return Object.fromEntries(
      entries.nodes.map(({ content, accessCount }: { content: string; accessCount: number }) => [
        content,
        accessCount,
      ]),
    );
  };

  it.each(['WEIGHTED', 'RELEVANCE', 'UTILITY'])(
    'counts an access of what an agent is told, but not in a query (%s)',
    async (ranking) => {
      const { project, agent } = await informed({ ranking });
      expect(linesOf(await ask(project, agent.id))).toEqual([NEAREST, MIDDLING]);
      const none = { 'Nearest fact': 0, 'Middling fact': 0, 'Distant fact': 0 };
      expect(await accessesOf(project)).toEqual(none);
      replies({ text: 'Fine.' });
      const input = { agentId: agent.id, messages: user('The question') };
      await generate(project, input);
      const once = { 'Nearest fact': 1, 'Middling fact': 1, 'Distant fact': 0 };
      expect(await accessesOf(project)).toEqual(once);
      const live = subscribe(server.url, project.keys.WRITE, STREAM, { input });
      await live.ended;
      await live.stop();
      expect(await accessesOf(project)).toMatchObject({ 'Nearest fact': 2, 'Distant fact': 0 });
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${project.keys.WRITE}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ model: agent.id, messages: user('The question') }),
      });
      expect(response.status).toBe(200);
      expect(await accessesOf(project)).toMatchObject({ 'Nearest fact': 3, 'Distant fact': 0 });
    },
  );

  it('WEIGHTED uses the settings of the stream of the one memory that is searched', async () => {
    const { project, memoryId, agent } = await informed({ ranking: 'WEIGHTED', relativeScore: 0 });
    const streamSettings = { relevanceWeight: 0, recencyWeight: 1, importanceWeight: 0 };
    await project.run(
      `mutation ($input: UpdateMemoryInput!) { updateMemory(input: $input) { memory { id } } }`,
      { input: { memoryId, streamSettings } },
    );
    server.models.script('Recent fact', scripted(0.1, 15));
    await project.write(memoryId, 'Recent fact', { updateThreshold: 0.95 });
    expect((await ask(project, agent.id)).results[0].entry.content).toBe('Recent fact');
    const other = await project.memory({ name: 'Other' });
    const both = await ask(project, agent.id, { scope: { memoryIds: [other] } });
    expect(both.results[0].entry.content).toBe('Nearest fact');
  });
});

describe('a trace of a generation', () => {
  it('says which of the shown texts the answer used', async () => {
    const { project, agent } = await informed();
    replies({ text: 'It is the nearest, as you said.' });
    const input = { agentId: agent.id, messages: user('The question') };
    const { trace, injected } = await generate(project, input);
    expect(trace.retrieved).toMatchObject([
      { content: 'Nearest fact', used: 0.5 },
      { content: 'Middling fact', used: 0 },
    ]);
    expect(injected).toMatchObject([{ used: 0.5 }, { used: 0 }]);
  });
});
