import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { MAX_PAGE_SIZE } from '../src/db/page.ts';
import { MAX_COST } from '../src/graphql/cost.ts';
import { MAX_CONTENT_BYTES } from '../src/input.ts';
import { post } from './support/graphql.ts';
import { DIMENSIONS } from './support/model-server.ts';
import { useServer } from './support/server.ts';

const plain = useServer({ NODE_ENV: 'production' });
const full = useServer({
  EMBEDDING_MODEL: 'all-MiniLM-L6-v2',
  EMBEDDING_DIMENSIONS: '',
  CHAT_MODEL: 'test-chat',
  RATE_LIMIT_PER_MINUTE: '500',
  EVENT_RETENTION_DAYS: '8',
  IDEMPOTENCY_RETENTION_DAYS: '9',
});
const unreachable = useServer({ CHAT_MODEL: 'test-chat', CHAT_BASE_URL: '' });

const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
const limits = schema.getType('ServerLimits');
const LIMITS = isObjectType(limits) ? Object.keys(limits.getFields()) : [];
const SERVER = `{ server { version embeddingModel embeddingDimensions chatModel features limits { ${LIMITS.join(' ')} } } }`;

describe('server', () => {
  it('has the version, the models and the limits, with a key of role READ', async () => {
    const project = await plain.project();
    const { server } = await project.run(SERVER, {}, project.keys.READ);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(server).toMatchObject({
      version,
      embeddingModel: 'test-embedder',
      embeddingDimensions: DIMENSIONS,
      chatModel: null,
      features: [],
    });
    expect(server.limits).toMatchObject({
      maxPageSize: MAX_PAGE_SIZE,
      maxContentBytes: MAX_CONTENT_BYTES,
      maxCost: MAX_COST,
      operationsPerMinute: null,
      eventRetentionDays: 30,
      idempotencyRetentionDays: 30,
    });
    const { operationsPerMinute: _, ...others } = server.limits;
    for (const value of Object.values(others)) expect(value).toBeGreaterThan(0);
  });

  it('has the features and the numbers of the configuration', async () => {
    const { server } = await full.asRoot(SERVER);
    expect(server).toMatchObject({
      embeddingModel: 'all-MiniLM-L6-v2',
      embeddingDimensions: 384,
      chatModel: 'test-chat',
      features: ['CHAT', 'GRAPHIQL', 'LOCAL_EMBEDDER', 'RATE_LIMIT'],
      limits: { operationsPerMinute: 500, eventRetentionDays: 8, idempotencyRetentionDays: 9 },
    });
  });

  it('has no chat model without an endpoint for it', async () => {
    const { server } = await unreachable.asRoot(SERVER);
    expect(server).toMatchObject({ chatModel: null, features: ['GRAPHIQL'] });
  });

  it('is not shown without a key', async () => {
    const { errors } = await post(plain.url, null, '{ server { version } }');
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});
