import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DIMENSIONS, drawVector } from './bench.ts';

/** The model that the endpoint serves. */
export const ENDPOINT_MODEL = 'bench';

const TOPICS = 500;
const NOISE = 0.35;
const ANSWERS_AFTER_MS = 1;

const topics = Array.from({ length: TOPICS }, (_, i) => unitOf(drawVector(`topic ${i}`)));

/** What has been asked since the start. */
type Asked = { requests: number; texts: number };

/**
 * An embedding endpoint on loopback that answers after about a millisecond. The vector of a text depends on the
 * text alone: the mean of two of 500 directions with some noise, so that texts have neighbours as real ones do.
 * `known` has the vectors of other texts, as numbers with commas.
 */
export async function startEmbeddingEndpoint(known: ReadonlyMap<string, string> = new Map()) {
  const asked: Asked = { requests: 0, texts: 0 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const texts: string[] = [JSON.parse(body).input].flat();
    asked.requests += 1;
    asked.texts += texts.length;
    const data = texts.map(
      (text, index) => `{"index":${index},"embedding":[${known.get(text) ?? vectorOf(text)}]}`,
    );
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"object":"list","data":[${data}],"usage":{"total_tokens":${texts.length}}}`);
    }, ANSWERS_AFTER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked: (): Asked => ({ ...asked }),
    env: {
      EMBEDDING_MODEL: ENDPOINT_MODEL,
      EMBEDDING_DIMENSIONS: String(DIMENSIONS),
      EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The numbers are short, so that the endpoint takes little of the processors from what is measured. */
function vectorOf(text: string): string {
  const noise = unitOf(drawVector(text));
  const [first = 0, second = 0] = drawVector(`topics of ${text}`);
  const one = topics[placeOf(first)] ?? [];
  const other = topics[placeOf(second)] ?? [];
  return noise
    .map((value, i) => (value * NOISE + ((one[i] ?? 0) + (other[i] ?? 0)) / 2).toFixed(4))
    .join();
}

/** A topic for a number from -1 to 1. */
function placeOf(number: number): number {
  return Math.min(TOPICS - 1, Math.floor(((number + 1) / 2) * TOPICS));
}

function unitOf(vector: number[]): number[] {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
