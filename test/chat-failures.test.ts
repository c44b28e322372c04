import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { subscribe } from './support/graphql.ts';
import type { ChatReply } from './support/model-server.ts';
import { drip, flood, gzipBomb, headersOnly } from './support/raw-answers.ts';
import { type TestProject, useServer } from './support/server.ts';

/** No answer below ends by itself: without the limit that it tests, its test runs into vitest's time-out. */
const server = useServer({
  CHAT_MODEL: 'test-chat',
  CHAT_MAX_RETRIES: '0',
  CHAT_TIMEOUT_MS: '80000',
});
const impatient = useServer({
  CHAT_MODEL: 'test-chat',
  CHAT_MAX_RETRIES: '2',
  CHAT_TIMEOUT_MS: '1500',
});

const createAgent = async (project: TestProject): Promise<string> => {
  const { createAgent: made } = await project.run(
    'mutation { createAgent(input: { name: "An agent" }) { agent { id } } }',
  );
  return made.agent.id;
};

const GENERATE = `mutation ($input: GenerateInput!) {
  generate(input: $input) { generation { status } } }`;
const STREAM =
  'subscription ($input: GenerateInput!) { generate(input: $input) { ... on TextDelta { text } } }';

const inputFor = async (project: TestProject) => ({
  input: { agentId: await createAgent(project), messages: [{ role: 'user', content: 'Hello' }] },
});

/** The failure of a generation that is streamed or not. */
const failureOf = async (on: typeof server, reply: ChatReply, isStreamed: boolean) => {
  const project = await on.project();
  const variables = await inputFor(project);
  on.models.chat(() => reply);
  if (!isStreamed) return project.fail(GENERATE, variables);
  const live = subscribe(on.url, project.keys.WRITE, STREAM, variables);
  await live.ended;
  await live.stop();
  return live.errors.flat()[0] as { message: string; extensions: { code: string } };
};

const eventOf = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
const word = eventOf('word '.repeat(100));
/** So large that an answer is too large after some hundreds of them. */
const manyWords = eventOf('word '.repeat(10_000));
const raw = (respond: Extract<ChatReply, { kind: 'raw' }>['respond']): ChatReply => ({
  kind: 'raw',
  respond,
});

const page = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<html>Sign in</html>');
};

describe('a chat model that', () => {
  it.each<[string, ChatReply, boolean, RegExp]>([
    [
      'streams words without an end',
      raw((response) => flood(response, { piece: manyWords, type: 'text/event-stream' })),
      true,
      /too large/,
    ],
    [
      'streams an event without an end',
      raw((response) => flood(response, { piece: 'x', type: 'text/event-stream' })),
      true,
      /too large/,
    ],
    [
      'answers without an end',
      raw((response) => flood(response, { piece: ' ', type: 'application/json' })),
      false,
      /too large/,
    ],
    [
      'sends an error without an end',
      raw((response) => flood(response, { piece: 'x', type: 'text/plain', status: 400 })),
      false,
      /status 400/,
    ],
    ['sends a small answer that unpacks to a large one', raw(gzipBomb), false, /too large/],
    [
      'calls thousands of tools at once',
      { toolCalls: Array.from({ length: 1001 }, () => ({ name: 'any', arguments: '{}' })) },
      false,
      /1000 tool calls/,
    ],
    [
      'streams thousands of tool calls',
      { toolCalls: Array.from({ length: 1001 }, () => ({ name: 'any', arguments: '{}' })) },
      true,
      /1000 tool calls/,
    ],
    [
      'ends a stream in the middle',
      raw((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(word, () => setTimeout(() => response.destroy(), 100));
      }),
      true,
      /broke off in the middle of its answer/,
    ],
    [
      'reports an error in a stream',
      raw((response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`${word}data: {"error":{"message":"Overloaded","code":529}}\n\n`);
      }),
      true,
      /reported an error in the middle of its answer/,
    ],
    [
      'answers with a page of HTML',
      raw(page),
      false,
      /did not send a readable answer|without a message/,
    ],
    ['answers a stream with a page of HTML', raw(page), true, /did not send a readable answer/],
  ])('%s fails the generation', async (_, reply, isStreamed, message) => {
    const failure = await failureOf(server, reply, isStreamed);
    expect(failure.extensions.code).toBe('CHAT_UNAVAILABLE');
    expect(failure.message).toMatch(message);
  });

  it.each<[string, ChatReply, boolean]>([
    [
      'streams slowly and without an end',
      raw((response) => drip(response, { piece: word, everyMs: 50 })),
      true,
    ],
    ['sends headers and then nothing', raw(headersOnly), false],
    ['sends the headers of a stream and then nothing', raw(headersOnly), true],
    ['asks for retries in a second', { kind: 'status', status: 429, retryAfter: '1' }, false],
  ])('%s fails the generation after CHAT_TIMEOUT_MS', async (_, reply, isStreamed) => {
    const failure = await failureOf(impatient, reply, isStreamed);
    expect(failure.extensions.code).toBe('CHAT_UNAVAILABLE');
    expect(failure.message).toMatch(/in time/);
  });
});
