import { type ChatBody, type ChatReply, scripted } from './model-server.ts';
import type { TestProject, TestServer } from './server.ts';

/** The environment of a server whose agents have a chat model. */
export const AGENT_ENV = { CHAT_MODEL: 'test-chat', CHAT_MAX_RETRIES: '1' };

const CONFIG = `scope { memoryIds memoryTags kinds } mode minScore relativeScore limit tokenBudget
  ranking lambda mmrLambda reflections writeMemoryId injectAs`;
export const CREATE_AGENT = `mutation ($input: CreateAgentInput!) { createAgent(input: $input) { agent { id name
  instructions model temperature maxSteps knowledgeConfig { ${CONFIG} } } } }`;
export const UPDATE_AGENT = CREATE_AGENT.replace('CreateAgentInput', 'UpdateAgentInput').replace(
  'createAgent(',
  'updateAgent(',
);
export const KNOWLEDGE = `query ($input: AgentKnowledgeInput!) { agentKnowledge(input: $input) { messages tokens
  results { score entry { id content } } omitted { reason result { score entry { content } } }
  warnings { code message memoryId } knowledgeConfig { ${CONFIG} } } }`;
const PARTS = `id status text messages steps injectedMessages injected { rank score content used entry { id } }
  memoryWrites { content action entry { content source } error { code message } }
  requiresAction { id name arguments } usage { inputTokens outputTokens }
  trace { id task trajectory finalResponse agentId model toolsUsed metadata retrieved { rank score content used entry { id utility } } }`;
export const GENERATE = `mutation ($input: GenerateInput!) { generate(input: $input) { generation { ${PARTS} } } }`;
export const CONTINUE = `mutation ($input: ContinueGenerationInput!) { continueGeneration(input: $input) { generation { ${PARTS} } } }`;
export const STREAM = `subscription ($input: GenerateInput!) { generate(input: $input) { __typename
  ... on GenerationStarted { id injected { rank score content entry { content } } }
  ... on TextDelta { text } ... on ToolCall { name } ... on MemoryWrite { action }
  ... on GenerationEnded { generation { id status text trace { id } } } } }`;
export const STREAM_CONTINUED = STREAM.replace('GenerateInput', 'ContinueGenerationInput').replace(
  'generate(',
  'continueGeneration(',
);
export const CANCEL = `mutation ($input: CancelGenerationInput!) { cancelGeneration(input: $input) { generation { ${PARTS} } } }`;

export const user = (content: string) => [{ role: 'user', content }];

export const nested = (depth: number) => {
  let value = {};
  for (let i = 0; i < depth; i += 1) value = { value };
  return value;
};

export const createAgent = async (project: TestProject, input: Record<string, unknown> = {}) =>
  (await project.run(CREATE_AGENT, { input: { name: `agent ${Math.random()}`, ...input } }))
    .createAgent.agent;

export const generate = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(GENERATE, { input: { messages: user('Hello'), ...input } })).generate
    .generation;

export const knowledgeOf = async (project: TestProject, input: Record<string, unknown>) =>
  (await project.run(KNOWLEDGE, { input })).agentKnowledge;

/** The contents of the messages of `agentKnowledge`. */
export const linesOf = ({ messages }: { messages: { content: string }[] }) =>
  messages.map(({ content }) => content);

/** Helpers for tests of agents on one server and its chat model. */
export function agentsOn(server: TestServer) {
  /** Makes the chat model give these answers one after the other, and the last one for all further requests. */
  const replies = (...all: ChatReply[]) => {
    let next = 0;
    server.models.chat(() => all[Math.min(next++, all.length - 1)] ?? {});
  };

  const sent = (): ChatBody => server.models.chats.at(-1) as ChatBody;

  /** Creates a project with an agent and a memory of three facts, at different similarities to `The question`. */
  const informed = async (knowledgeConfig: Record<string, unknown> = {}) => {
    const project = await server.project();
    server.models.script('The question', scripted(1));
    for (const [text, similarity, axis] of [
      ['Nearest fact', 0.9, 10],
      ['Middling fact', 0.7, 11],
      ['Distant fact', 0.3, 12],
    ] as const) {
      server.models.script(text, scripted(similarity, axis));
    }
    const memoryId = await project.memory({ name: 'Customer', tags: ['customer', 'crm'] });
    for (const text of ['Nearest fact', 'Middling fact', 'Distant fact']) {
      await project.write(memoryId, text, {
        updateThreshold: 0.95,
        occurredAt: '2026-03-05T23:30:00Z',
      });
    }
    const agent = await createAgent(project, {
      instructions: 'Be kind.',
      knowledgeConfig: {
        ...knowledgeConfig,
        scope: { memoryIds: [memoryId], ...(knowledgeConfig.scope as object | undefined) },
      },
    });
    return { project, memoryId, agent };
  };

  return { replies, sent, informed };
}
