import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** How the next answers are, until set otherwise. */
export type Behaviour =
  | { kind: 'normal'; delayMs?: number }
  | { kind: 'status'; status: number; retryAfter?: string }
  | { kind: 'hang' }
  | { kind: 'body'; body: unknown }
  | { kind: 'dimensions'; dimensions: number };

export type ModelServer = {
  baseUrl: string;
  /** Texts of every embedding request, in order. */
  requests: string[][];
  /** Gives a text the vector that it is answered with. */
  script(text: string, vector: number[]): void;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
};

export const DIMENSIONS = 64;

/** A vector whose cosine similarity to `scripted(1)` is as given; `axis` sets apart those that share one. */
export function scripted(similarity: number, axis = 1): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  vector[0] = similarity;
  vector[axis] = Math.sqrt(1 - similarity ** 2);
  return vector;
}

/** An OpenAI-compatible endpoint on loopback. Texts without a script get a bag-of-words vector. */
export async function startModelServer(): Promise<ModelServer> {
  const scripts = new Map<string, number[]>();
  const requests: string[][] = [];
  let behaviour: Behaviour = { kind: 'normal' };
  const server = createServer(async (request, response) => {
    const { input } = JSON.parse(await bodyOf(request)) as { input: string | string[] };
    const texts = [input].flat();
    requests.push(texts);
    if (behaviour.kind === 'hang') return;
    if (behaviour.kind === 'status') return refuse(response, behaviour);
    if (behaviour.kind === 'normal' && behaviour.delayMs) await sleep(behaviour.delayMs);
    const length = behaviour.kind === 'dimensions' ? behaviour.dimensions : DIMENSIONS;
    const data = texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: (scripts.get(text) ?? bagOfWords(text)).slice(0, length),
    }));
    const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
    const answer = { object: 'list', data, model: 'test-embedder', usage };
    const body = behaviour.kind === 'body' ? behaviour.body : answer;
    response.setHeader('content-type', 'application/json');
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
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

/** Words hashed into dimensions: texts that share words are near, others are not. */
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
