import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The behaviour of the embedding endpoint, until another one is set. */
export type Behaviour =
  /** The endpoint does not answer before `after` has resolved. */
  | { kind: 'normal'; delayMs?: number; after?: Promise<unknown> }
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'hang' }
  | { kind: 'body'; body: unknown }
  /** The test writes the answer, such as one in pieces, without an end, or compressed. */
  | { kind: 'raw'; respond(response: ServerResponse): void }
  | { kind: 'dimensions'; dimensions: number }
  /** The endpoint answers with the status if one of the texts is `text`. */
  | { kind: 'refuse'; text: string; status: number; after?: Promise<unknown> };

/** The body of a chat request. */
export type ChatBody = {
  model: string;
  messages: { role: string; content: string | null; tool_calls?: unknown; tool_call_id?: string }[];
  tools?: { type: string; function: { name: string; parameters?: unknown } }[];
  response_format?: unknown;
  temperature?: number;
  stream?: boolean;
};

/** An answer of the chat model: text and tool calls, or the behaviour of an endpoint that fails. */
export type ChatReply =
  | {
      text?: string;
      /** The reason of a model that refuses to answer, which it gives instead of text. */
      refusal?: string;
      /** `tool_calls` or `stop` when omitted. */
      finishReason?: string;
      toolCalls?: { name: string; arguments: string }[];
      delayMs?: number;
      /** The endpoint does not answer before this has resolved. */
      after?: Promise<unknown>;
      /** Ends a streamed answer after this number of pieces of text. */
      cutAfter?: number;
    }
  | Exclude<Behaviour, { kind: 'normal' | 'dimensions' | 'refuse' }>;

export type ModelServer = {
  baseUrl: string;
  /** Every chat request, in order. */
  chats: ChatBody[];
  /** The number of chat requests whose callers closed the connection before the answer. */
  aborted: { count: number };
  /** Sets the function that answers chat requests. `number` is the number of the request. */
  chat(reply: (body: ChatBody, number: number) => ChatReply): void;
  /** The texts of every embedding request, in order. */
  requests: string[][];
  /** Sets the vector of a text. */
  script(text: string, vector: number[]): void;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
};

export const DIMENSIONS = 64;

type EmbeddingRequest = { model: string; input: string | string[] };

/** Gives each other model a space of its own: vectors of two models cannot be compared. */
function inSpaceOf(model: string, vector: number[]): number[] {
  return model === 'test-embedder' ? vector : vector.toReversed();
}

/** A vector of the given cosine similarity to `scripted(1)`. Vectors of different `axis` are not near each other. */
export function scripted(similarity: number, axis = 1): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  vector[0] = similarity;
  vector[axis] = Math.sqrt(1 - similarity ** 2);
  return vector;
}

/** Starts an OpenAI-compatible endpoint on loopback. Texts without a scripted vector get a bag-of-words vector. */
export async function startModelServer(): Promise<ModelServer> {
  const scripts = new Map<string, number[]>();
  const requests: string[][] = [];
  let behaviour: Behaviour = { kind: 'normal' };
  const chats = createChatModel();
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await bodyOf(request));
    if (request.url?.endsWith('/chat/completions')) return chats.answer(body, response);
    const { input, model } = body as EmbeddingRequest;
    const texts = [input].flat();
    requests.push(texts);
    if (behaviour.kind === 'hang') return;
    if (behaviour.kind === 'status') return refuse(response, behaviour);
    if (behaviour.kind === 'raw') return behaviour.respond(response);
    const given = behaviour;
    if (given.kind === 'normal' || given.kind === 'refuse') await pause(given);
    if (given.kind === 'refuse' && texts.includes(given.text)) return refuse(response, given);
    const length = behaviour.kind === 'dimensions' ? behaviour.dimensions : DIMENSIONS;
    const data = texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: inSpaceOf(model, scripts.get(text) ?? bagOfWords(text)).slice(0, length),
    }));
    const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
    const answer = { object: 'list', data, model: 'test-embedder', usage };
    send(response, behaviour.kind === 'body' ? behaviour.body : answer);
  });
  // Longer than this process can be busy: if the connection closed while a request is sent, the request would fail.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    chats: chats.requests,
    aborted: chats.aborted,
    chat: chats.reply,
    script: (text, vector) => scripts.set(text, vector),
    behave: (next) => {
      behaviour = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The chat model of the server, which gives the answers of the test. */
function createChatModel() {
  const requests: ChatBody[] = [];
  const aborted = { count: 0 };
  let reply: (body: ChatBody, number: number) => ChatReply = () => ({ text: 'Well.' });
  const answer = async (body: ChatBody, response: ServerResponse) => {
    requests.push(body);
    const given = reply(body, requests.length);
    if ('kind' in given) {
      if (given.kind === 'status') refuse(response, given);
      if (given.kind === 'body') send(response, given.body);
      if (given.kind === 'raw') given.respond(response);
      return;
    }
    response.on('close', () => {
      if (!response.writableFinished) aborted.count += 1;
    });
    await pause(given);
    const calls = given.toolCalls?.map((call, i) => ({
      id: `call_${requests.length}_${i}`,
      type: 'function',
      function: call,
    }));
    if (body.stream) return stream(response, { body, given, calls });
    send(response, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 0,
      model: body.model,
      choices: [
        {
          index: 0,
          finish_reason: given.finishReason ?? (calls ? 'tool_calls' : 'stop'),
          message: {
            role: 'assistant',
            content: given.text ?? null,
            ...(given.refusal ? { refusal: given.refusal } : {}),
            ...(calls ? { tool_calls: calls } : {}),
          },
        },
      ],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    });
  };
  return {
    requests,
    aborted,
    answer,
    reply: (next: typeof reply) => {
      reply = next;
    },
  };
}

type Streamed = {
  body: ChatBody;
  given: {
    text?: string;
    refusal?: string;
    finishReason?: string;
    cutAfter?: number;
    delayMs?: number;
  };
  calls: { id: string; type: string; function: { name: string; arguments: string } }[] | undefined;
};

/** Streams an answer as endpoints do: the text word by word, the tool calls in parts, then the end and the usage. */
async function stream(response: ServerResponse, { body, given, calls }: Streamed): Promise<void> {
  response.setHeader('content-type', 'text/event-stream');
  const part = (choices: object[], more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 0, model: body.model, choices, ...more })}\n\n`,
    );
  const delta = (given: object, finish: string | null = null) =>
    part([{ index: 0, delta: given, finish_reason: finish }]);
  delta({ role: 'assistant', content: '' });
  const pieces = given.text?.match(/\S+\s*/g) ?? [];
  for (const [i, content] of pieces.entries()) {
    if (given.cutAfter === i) return void response.destroy();
    delta({ content });
    await sleep(given.delayMs ? 50 : 1);
  }
  if (given.refusal) delta({ refusal: given.refusal });
  if (given.cutAfter !== undefined) return void response.end();
  for (const [index, { id, function: called }] of (calls ?? []).entries()) {
    delta({
      tool_calls: [{ index, id, type: 'function', function: { name: called.name, arguments: '' } }],
    });
    for (const piece of called.arguments.match(/.{1,5}/gs) ?? []) {
      delta({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  delta({}, given.finishReason ?? (calls ? 'tool_calls' : 'stop'));
  part([], { usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } });
  response.end('data: [DONE]\n\n');
}

/** Waits until an answer may be sent. */
async function pause({ delayMs, after }: { delayMs?: number; after?: Promise<unknown> }) {
  await after;
  if (delayMs) await sleep(delayMs);
}

function send(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A vector of the hashed words of a text: texts that share words are near each other, others are not. */
export function bagOfWords(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['∅']) {
    let hash = 2166136261;
    for (const char of word) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619);
    const place = 2 + ((hash >>> 0) % (DIMENSIONS - 2));
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

function refuse(
  response: ServerResponse,
  { status, retryAfter }: { status: number; retryAfter?: string },
) {
  response.statusCode = status;
  if (retryAfter) response.setHeader('retry-after', retryAfter);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ error: { message: 'scripted failure' } }));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}
