import { requireFound } from '../errors.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { checkInput } from '../input.ts';
import type { ChatMessage } from '../models/chat.ts';
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from './agents.ts';
import { continueGeneration } from './continue-generation.ts';
import { generate, prepareKnowledge } from './generate.ts';
import { messagesInput } from './generation-input.ts';
import { knowledgeInput } from './knowledge-config.ts';
import { type GenerationEvent, streamGeneration } from './stream-generation.ts';

const json = (messages: readonly ChatMessage[]) =>
  messages as readonly object[] as Record<string, unknown>[];

export const agentResolvers: Resolvers = {
  Query: {
    agent: async (_, { id, projectId }, { app, caller }) => {
      const { project } = await caller(projectId, 'projectId');
      return getAgent(app, project.id, id);
    },
    agents: async (_, { projectId, ...page }, { app, caller }) => {
      const { project } = await caller(projectId, 'projectId');
      return listAgents(app, project.id, page);
    },
    agentKnowledge: async (_, { input }, { app, caller }) => {
      const acting = await caller(input.projectId);
      const conversation = checkInput(messagesInput, input.messages, 'input.messages');
      const given = checkInput(
        knowledgeInput.nullish(),
        input.knowledgeConfig,
        'input.knowledgeConfig',
      );
      const { knowledge, config } = await prepareKnowledge(app, acting, {
        agent: await getAgent(app, acting.project.id, input.agentId),
        conversation: conversation as ChatMessage[],
        knowledge: given ?? null,
      });
      return {
        messages: json(knowledge.messages),
        results: knowledge.results,
        knowledgeConfig: config,
      };
    },
  },
  Mutation: {
    createAgent: async (_, { input }, { app, caller }) => ({
      agent: await createAgent(app, await caller(input.projectId), input),
    }),
    updateAgent: async (_, { input }, { app, caller }) => ({
      agent: await updateAgent(app, await caller(input.projectId), input),
    }),
    deleteAgent: async (_, { input }, { app, caller }) => {
      await deleteAgent(app, await caller(input.projectId), input.agentId);
      return { deletedAgentId: input.agentId };
    },
    generate: async (_, { input }, { app, caller }) => ({
      generation: await generate(app, await caller(input.projectId), input),
    }),
    continueGeneration: async (_, { input }, { app, caller }) => ({
      generation: await continueGeneration(app, await caller(input.projectId), input),
    }),
  },
  Subscription: {
    generation: {
      subscribe: async (_, { input }, { app, caller }) =>
        streamGeneration(app, await caller(input.projectId), input),
      resolve: (event: GenerationEvent) => event,
    },
  },
  Generation: {
    text: ({ state }) => state.text,
    messages: ({ state }) => json(state.messages.slice(state.given)),
    injectedMessages: ({ state }) => json(state.injected),
    injected: ({ agent, state }) =>
      state.shown.map(({ entryId, score }, i) => ({
        projectId: agent.projectId,
        traceId: '',
        entryId,
        rank: i + 1,
        score,
      })),
    memoryWrites: ({ state }) => state.writes,
    requiresAction: ({ state }) => state.pending,
    usage: ({ state }) => state.usage,
    steps: ({ state }) => state.steps,
  },
  GenerationEvent: {
    text: (event) => (event.type === 'TEXT_DELTA' ? event.text : null),
    toolCall: (event) => (event.type === 'TOOL_CALL' ? event.toolCall : null),
    memoryWrite: (event) => (event.type === 'MEMORY_WRITE' ? event.memoryWrite : null),
    generation: (event) => (event.type === 'END' ? event.generation : null),
  },
  MemoryWrite: {
    entry: async ({ entry }, _, { loaders }) => {
      if (entry === null) return null;
      const { projectId, id } = entry;
      return requireFound(await loaders.entry.load({ projectId, id }), 'entry', id);
    },
  },
};
