import { describe, expect, it } from 'vitest';
import { purge } from '../src/maintenance.ts';
import {
  AGENT_ENV,
  agentsOn,
  createAgent,
  generate,
  UPDATE_AGENT,
  user,
} from './support/agents.ts';
import { afterDays, deleteMemory, restoreMemory } from './support/memories.ts';
import { type TestProject, useServer } from './support/server.ts';

const server = useServer(AGENT_ENV);
const { replies, informed } = agentsOn(server);

const WARNING = 'warning { code message memoryId }';
const CONFIGURED = `query ($id: ID!) { agent(id: $id) { knowledgeConfig { scope { memoryIds } writeMemoryId
  memories { id memory { name deletedAt } ${WARNING} } } } }`;
const KNOWLEDGE = `query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) {
  results { entry { content } } warnings { code message memoryId }
  knowledgeConfig { scope { memoryIds } memories { id ${WARNING} } } } }`;
const AGENTS = '{ memories { nodes { id agents { name } } } }';

const configured = async (project: TestProject, id: string) =>
  (await project.run(CONFIGURED, { id })).agent.knowledgeConfig.memories;

const knowledge = async (project: TestProject, agentId: string) =>
  (await project.run(KNOWLEDGE, { input: { agentId, messages: user('The question') } }))
    .agentKnowledge;

describe('the knowledge of an agent', () => {
  it('leaves out a deleted memory with a warning, until it is restored', async () => {
    const { project, memoryId, agent } = await informed();
    const other = await project.memory({ name: 'Other' });
    await project.run(UPDATE_AGENT, {
      input: { agentId: agent.id, knowledgeConfig: { scope: { memoryIds: [memoryId, other] } } },
    });
    const before = await knowledge(project, agent.id);
    expect(before.warnings).toEqual([]);
    expect(before.results).not.toEqual([]);
    await deleteMemory(project, memoryId);
    const without = await knowledge(project, agent.id);
    expect(without.results).toEqual([]);
    expect(without.warnings).toEqual([
      { code: 'MEMORY_DELETED', message: expect.stringContaining('"Customer"'), memoryId },
    ]);
    expect(without.knowledgeConfig).toEqual({
      scope: { memoryIds: [other] },
      memories: [{ id: other, warning: null }],
    });
    expect(await configured(project, agent.id)).toMatchObject([
      { id: memoryId, memory: { name: 'Customer' }, warning: { code: 'MEMORY_DELETED' } },
      { id: other, memory: { name: 'Other', deletedAt: null }, warning: null },
    ]);
    await restoreMemory(project, memoryId);
    expect(await knowledge(project, agent.id)).toEqual(before);
  });

  it('warns of a memory to write to that is deleted, and the model is told', async () => {
    const { project, memoryId } = await informed();
    const agent = await createAgent(project, {
      knowledgeConfig: { scope: { memoryIds: [memoryId] }, writeMemoryId: memoryId },
    });
    await deleteMemory(project, memoryId, true);
    expect((await knowledge(project, agent.id)).warnings).toMatchObject([
      { code: 'MEMORY_DELETED', memoryId },
      { code: 'WRITE_MEMORY_DELETED', memoryId },
    ]);
    expect(await configured(project, agent.id)).toMatchObject([
      { id: memoryId, warning: { code: 'WRITE_MEMORY_DELETED' } },
    ]);
    replies(
      { toolCalls: [{ name: 'write_memory', arguments: '{"content":"Keep this"}' }] },
      { text: 'It could not be kept.' },
    );
    const { memoryWrites } = await generate(project, { agentId: agent.id });
    expect(memoryWrites).toMatchObject([{ entry: null, error: { code: 'NOT_FOUND' } }]);
    expect(memoryWrites[0].error.message).toContain('is deleted; restoreMemory can restore it');
  });

  it('warns of a memory that was purged, and the agent can still be changed', async () => {
    const { project, memoryId, agent } = await informed({ writeMemoryId: null });
    const writable = await project.memory();
    const agentId = agent.id;
    const change = (input: object) => project.run(UPDATE_AGENT, { input: { agentId, ...input } });
    await change({ knowledgeConfig: { writeMemoryId: writable } });
    await deleteMemory(project, memoryId);
    await deleteMemory(project, writable, true);
    await afterDays(server, 31, () => purge(server.app));
    expect(await configured(project, agentId)).toMatchObject([
      { id: memoryId, memory: null, warning: { code: 'MEMORY_DELETED', memoryId } },
      { id: writable, memory: null, warning: { code: 'WRITE_MEMORY_DELETED' } },
    ]);
    expect((await knowledge(project, agentId)).warnings).toHaveLength(2);
    await change({ instructions: 'Be brief.' });
    const { extensions } = await project.fail(UPDATE_AGENT, {
      input: { agentId, knowledgeConfig: { scope: { memoryIds: [memoryId, 'mem_x'] } } },
    });
    expect(extensions.code).toBe('NOT_FOUND');
    await change({ knowledgeConfig: { scope: { memoryIds: [] }, writeMemoryId: null } });
    expect(await configured(project, agentId)).toEqual([]);
  });
});

describe('the agents of a memory', () => {
  it('are those that read it by its id, or write to it', async () => {
    const project = await server.project();
    const [read, written, tagged] = [
      await project.memory(),
      await project.memory(),
      await project.memory({ tags: ['t'] }),
    ];
    const scope = { memoryIds: [read, written] };
    await createAgent(project, { name: 'reader', knowledgeConfig: { scope } });
    await createAgent(project, {
      name: 'writer',
      knowledgeConfig: { scope: { memoryTags: ['t'] }, writeMemoryId: written },
    });
    const { memories } = await project.run(AGENTS);
    const namesOf = Object.fromEntries(
      memories.nodes.map(({ id, agents }: { id: string; agents: { name: string }[] }) => [
        id,
        agents.map(({ name }) => name),
      ]),
    );
    expect(namesOf).toEqual({ [read]: ['reader'], [written]: ['reader', 'writer'], [tagged]: [] });
  });
});
