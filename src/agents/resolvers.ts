import type { ProjectRow, RetrievalRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import type { QueryAgentsArgs, QueryGenerationsArgs, Resolvers } from '../graphql/generated.ts';
import { idOfType } from '../ids.ts';
import { checkInput } from '../input.ts';
import type { ChatMessage } from '../models/chat.ts';
import { actorOf } from '../projects/actors.ts';
import { inProject } from '../projects/in-project.ts';
import { COUNTED_FIELDS } from '../retrieval/types.ts';
import { isAnySelected, selectedFields } from '../selected-fields.ts';
import { createAgent, deleteAgent, getCachedAgent, listAgents, updateAgent } from './agents.ts';
import { cancelGeneration } from './cancel-generation.ts';
import { continueGeneration } from './continue-generation.ts';
import { withUnknownUse, withUse } from './end-generation.ts';
import { generate } from './generate.ts';
import { messagesInput } from './generation-input.ts';
import { type Generation, type GenerationState, initialState } from './generation-state.ts';
import { listGenerations } from './generations.ts';
import { knowledgeInput } from './knowledge-config.ts';
import { configuredMemories, memoryIdsOf } from './knowledge-warnings.ts';
import { prepareKnowledge } from './prepare-knowledge.ts';
import { type GenerationEvent, streamed } from './stream-generation.ts';

const json = (messages: readonly ChatMessage[]) =>
  messages as readonly object[] as Record<string, unknown>[];

const configInput = knowledgeInput.nullish();

const ofProject = {
  agent: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.agent.load({ projectId: project.id, id }),
  agents: (project: ProjectRow, page: QueryAgentsArgs, { app }: Context) =>
    listAgents(app, project.id, page),
  generation: (project: ProjectRow, { id }: { id: string }, { loaders }: Context) =>
    loaders.generation.load({ projectId: project.id, id }),
  generations: (project: ProjectRow, args: QueryGenerationsArgs, { app }: Context) =>
    listGenerations(app, project.id, args),
};

export const agentResolvers: Resolvers = {
  Project: ofProject,
  Query: {
    agent: inProject(ofProject.agent),
    agents: inProject(ofProject.agents),
    generation: inProject(ofProject.generation),
    generations: inProject(ofProject.generations),
    agentKnowledge: async (_, { input }, { app, caller }, info) => {
      const acting = await caller();
      const conversation = checkInput(messagesInput, input.messages, 'input.messages');
      const given = checkInput(configInput, input.knowledgeConfig, 'input.knowledgeConfig');
      const { knowledge, config, warnings } = await prepareKnowledge(app, acting, {
        agent: await getCachedAgent(app, acting.project.id, input.agentId),
        conversation: conversation as ChatMessage[],
        knowledge: given ?? null,
        explain: selectedFields(info).has('omitted'),
        withCounts: isAnySelected(info, COUNTED_FIELDS),
      });
      return {
        messages: json(knowledge.messages),
        results: knowledge.injected.map(({ result }) => result),
        tokens: knowledge.tokens,
        omitted: knowledge.omitted,
        knowledgeConfig: { ...config, projectId: acting.project.id },
        warnings,
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
    cancelGeneration: async (_, { input }, { app, caller }) => ({
      generation: await cancelGeneration(app, await caller(), input.generationId),
    }),
  },
  Subscription: {
    generate: {
      subscribe: async (_, { input, detached }, { app, caller }) => {
        const acting = await caller();
        return streamed((listener, signal) => generate(app, acting, input, { listener, signal }), {
          isDetached: detached ?? false,
        });
      },
      resolve: shownEvent,
    },
    continueGeneration: {
      subscribe: async (_, { input, detached }, { app, caller }) => {
        const acting = await caller();
        return streamed(
          (listener, signal) => continueGeneration(app, acting, input, { listener, signal }),
          { isDetached: detached ?? false },
        );
      },
      resolve: shownEvent,
    },
  },
  Agent: {
    knowledgeConfig: ({ projectId, knowledgeConfig }) => ({ ...knowledgeConfig, projectId }),
  },
  KnowledgeConfig: {
    memories: async ({ projectId, ...config }, _, { loaders }) => {
      const load = (id: string) => loaders.memory.load({ projectId, id });
      const found = await Promise.all(memoryIdsOf(config).map(load));
      return configuredMemories(
        config,
        found.filter((memory) => memory !== null),
      );
    },
  },
  Memory: {
    agents: ({ projectId, id }, _, { loaders }) => loaders.memoryAgents.load({ projectId, id }),
  },
  Event: {
    agent: ({ projectId, agentId: id }, _, { loaders }) =>
      id === null ? null : loaders.agent.load({ projectId, id }),
    generation: ({ projectId, subjectId }, _, { loaders }) => {
      const id = idOfType(subjectId, 'gen');
      return id === null ? null : loaders.generation.load({ projectId, id });
    },
  },
  Generation: {
    agent: async ({ projectId, agentId: id }, _, { loaders }) =>
      requireFound(await loaders.agent.load({ projectId, id }), 'agent', id),
    text: async (generation, _, context) => (await stateOf(generation, context)).text,
    messages: async (generation, _, context) => {
      const { messages, given } = await stateOf(generation, context);
      return json(messages.slice(given));
    },
    injectedMessages: async (generation, _, context) =>
      json((await stateOf(generation, context)).injected),
    injected: async (generation, _, context) => {
      const state = await stateOf(generation, context);
      const hasEnded = generation.traceId !== null;
      const shown = hasEnded ? withUse(state) : withUnknownUse(state);
      return retrievalsOf(generation.projectId, shown);
    },
    memoryWrites: async (generation, _, context) => (await stateOf(generation, context)).writes,
    requiresAction: async (generation, _, context) =>
      generation.status === 'REQUIRES_ACTION' ? (await stateOf(generation, context)).pending : [],
    usage: async (generation, _, context) => (await stateOf(generation, context)).usage,
    steps: async (generation, _, context) => (await stateOf(generation, context)).steps,
    trace: ({ projectId, traceId: id, trace }, _, { loaders }) =>
      trace ?? (id === null ? null : loaders.trace.load({ projectId, id })),
    createdBy: ({ projectId, createdBy }) => actorOf(projectId, createdBy),
  },
  MemoryWrite: {
    entry: ({ entry }, _, { loaders }) =>
      entry && loaders.entry.load({ projectId: entry.projectId, id: entry.id }),
  },
};

/** The state of a generation, which is read unless a call has just returned it. */
async function stateOf(generation: Generation, { loaders }: Context): Promise<GenerationState> {
  return generation.state ?? (await loaders.generationState.load(generation)) ?? initialState();
}

/** The injected entries as the schema's `Retrieval`. */
function retrievalsOf(projectId: string, shown: ReturnType<typeof withUse>): RetrievalRow[] {
  return shown.map((entry, i) => ({ projectId, traceId: '', rank: i + 1, ...entry }));
}

/** An event of a streamed generation as a member of the schema's union. */
function shownEvent(event: GenerationEvent) {
  switch (event.type) {
    case 'START': {
      const { id, projectId, state } = event.generation;
      return {
        __typename: 'GenerationStarted' as const,
        id,
        injected: retrievalsOf(projectId, withUnknownUse(state)),
      };
    }
    case 'TEXT_DELTA':
      return { __typename: 'TextDelta' as const, text: event.text };
    case 'TOOL_CALL':
      return { __typename: 'ToolCall' as const, ...event.toolCall };
    case 'MEMORY_WRITE':
      return { __typename: 'MemoryWrite' as const, ...event.memoryWrite };
    case 'END':
      return { __typename: 'GenerationEnded' as const, generation: event.generation };
  }
}
