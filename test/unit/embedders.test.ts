import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { LOCAL_MODEL, readConfig } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics.ts';
import { openEmbedders } from '../../src/models/embedders.ts';

const metrics = createMetrics(() => ({ total: 0, idle: 0, waiting: 0 }));
const log = pino({ level: 'silent' });
const remote = { model: 'text-embedding-3-small', dimensions: 1536 };

function embeddersOf(env: Record<string, string>) {
  return openEmbedders(readConfig(env).embedding, { log, metrics });
}

describe('a model', () => {
  it('is refused where it has no endpoint, with the variables to set', () => {
    const { requireEndpoint, for: embedderOf } = embeddersOf({});
    const refusal = expect.objectContaining({
      code: 'EMBEDDING_UNAVAILABLE',
      message:
        'No endpoint for the embedding model text-embedding-3-small: set EMBEDDING_BASE_URL or OPENAI_API_KEY.',
    });
    for (const use of [requireEndpoint, embedderOf]) expect(() => use(remote)).toThrow(refusal);
  });

  it('may be used with an endpoint, and the local one without', () => {
    embeddersOf({ OPENAI_API_KEY: 'any' }).requireEndpoint(remote);
    embeddersOf({ EMBEDDING_BASE_URL: 'http://127.0.0.1:1' }).requireEndpoint(remote);
    embeddersOf({}).requireEndpoint({ model: LOCAL_MODEL, dimensions: 384 });
  });
});
