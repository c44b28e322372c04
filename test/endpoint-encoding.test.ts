import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { encodeVector } from '../src/models/encode-vector.ts';
import { openEndpointEmbedder } from '../src/models/openai-embedder.ts';

const space = { model: 'any', dimensions: 3 };
const VECTOR = [0.25, -1.5, 3];

type Answer = { status?: number; embedding?: unknown };

/** An embedder on an endpoint that answers each request by its encoding, and the encodings that it was asked for. */
async function open(answerTo: (encoding: string) => Answer) {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { input, encoding_format: encoding } = JSON.parse(body);
    asked.push(encoding);
    const { status = 200, embedding } = answerTo(encoding);
    response.writeHead(status, { 'content-type': 'application/json' });
    const data = input.map((_: string, index: number) => ({ index, embedding }));
    response.end(JSON.stringify(status === 200 ? { data } : { error: { message: 'Refused' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings = {
    ...space,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: 'none',
    timeoutMs: 5000,
    maxRetries: 0,
    concurrency: 2,
    maxTokens: 1000,
    queue: 100,
  };
  return { asked, embedder: openEndpointEmbedder(space, settings, () => {}) };
}

describe('vectors of an endpoint', () => {
  it.each([
    ['Base64', encodeVector(VECTOR)],
    ['numbers, although Base64 was asked for', VECTOR],
  ])('are read from %s', async (_, embedding) => {
    const { asked, embedder } = await open(() => ({ embedding }));
    expect(await embedder.embed(['a', 'b'])).toEqual([VECTOR, VECTOR]);
    await embedder.embed(['c']);
    expect(asked).toEqual(['base64', 'base64']);
  });

  it.each<[string, Answer]>([
    ['refuses Base64', { status: 400 }],
    ['answers something else than 32-bit numbers', { embedding: encodeVector([0.25, -1.5]) }],
  ])('are asked for as numbers from then on if it %s', async (_, answer) => {
    const { asked, embedder } = await open((encoding) =>
      encoding === 'base64' ? answer : { embedding: VECTOR },
    );
    for (const text of ['a', 'b']) expect(await embedder.embed([text])).toEqual([VECTOR]);
    expect(asked).toEqual(['base64', 'float', 'float']);
  });

  it('are asked for as numbers by each of the first requests, if they are under way at once', async () => {
    const { asked, embedder } = await open((encoding) =>
      encoding === 'base64' ? { status: 400 } : { embedding: VECTOR },
    );
    // As many texts as one request has.
    const long = Array.from({ length: 128 }, (_, i) => `text ${i}`);
    const both = await Promise.all([embedder.embed(long), embedder.embed(long)]);
    expect(both.flat()).toHaveLength(256);
    expect(asked.toSorted()).toEqual(['base64', 'base64', 'float', 'float']);
  });

  it('are not asked for again if the endpoint fails for another reason, or has answered Base64', async () => {
    let answer: Answer = { status: 429 };
    const { asked, embedder } = await open(() => answer);
    const failed = { code: 'EMBEDDING_UNAVAILABLE' };
    await expect(embedder.embed(['a'])).rejects.toMatchObject(failed);
    answer = { embedding: encodeVector(VECTOR) };
    await embedder.embed(['a']);
    answer = { status: 400 };
    await expect(embedder.embed(['b'])).rejects.toMatchObject(failed);
    expect(asked).toEqual(['base64', 'base64', 'base64']);
  });
});
