import type { PageRequest } from '../db/page.ts';
import type { ProjectRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { Resolvers } from '../graphql/generated.ts';
import { checkInput } from '../input.ts';
import type { ChatMessage } from '../models/chat.ts';
import { inProject } from '../projects/in-project.ts';
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from './agents.ts';
import { continueGeneration } from './continue-generation.ts';
import { generate, prepareKnowledge } from './generate.ts';
import { messagesInput } from './generation-input.ts';
import { knowledgeInput } from './knowledge-config.ts';
import { type GenerationEvent, streamGeneration } from './stream-generation.ts';

const json = (messages: readonly ChatMessage[]) =>
  messages as readonly object[] as Record<string, unknown>[];

const ofProject = {
  agent: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.agent.load({ projectId: project.id, id }),
  agents: (project: ProjectRow, page: PageRequest, { app }: Context) =>
    listAgents(app, project.id, page),
};

export const agentResolvers: Resolvers = {
  Project: ofProject,
  Query: {
    agent: inProject(ofProject.agent),
    agents: inProject(ofProject.agents),
    agentKnowledge: async (_, { input }, { app, caller }) => {
      const acting = await caller();
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
      agent: await createAgent(app, await caller(), input),
    }),
    updateAgent: async (_, { input }, { app, caller }) => ({
      agent: await updateAgent(app, await caller(), input),
    }),
    deleteAgent: async (_, { input }, { app, caller }) => {
      await deleteAgent(app, await caller(), input.agentId);
      return { deletedAgentId: input.agentId };
    },
    generate: async (_, { input }, { app, caller }) => ({
      generation: await generate(app, await caller(), input),
    }),
    continueGeneration: async (_, { input }, { app, caller }) => ({
      generation: await continueGeneration(app, await caller(), input),
    }),
  },
  Subscription: {
    generation: {
      subscribe: async (_, { input }, { app, caller }) =>
        streamGeneration(app, await caller(), input),
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
