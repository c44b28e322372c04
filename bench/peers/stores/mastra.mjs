// @ts-nocheck: its packages are installed elsewhere.
// Mastra: PgVector with an HNSW index, and vectors through its model router and `embedMany`.
import { ModelRouterEmbeddingModel } from '@mastra/core/llm';
import { PgVector } from '@mastra/pg';
import { embed, embedMany } from 'ai';

const indexName = 'facts';

export async function open({ databaseUrl, endpoint, dimensions, clients }) {
  const model = new ModelRouterEmbeddingModel({
    providerId: 'local',
    modelId: endpoint.model,
    url: endpoint.url,
    apiKey: 'none',
  });
  const store = new PgVector({ id: 'peers', connectionString: databaseUrl, max: clients });
  await store.createIndex({
    indexName,
    dimension: dimensions,
    metric: 'cosine',
    indexConfig: { type: 'hnsw', hnsw: { m: 16, efConstruction: 64 } },
  });
  const writeMany = async (texts) => {
    const { embeddings } = await embedMany({ model, values: texts });
    const metadata = texts.map((text) => ({ text }));
    return store.upsert({ indexName, vectors: embeddings, metadata });
  };
  return {
    write: (text) => writeMany([text]),
    writeMany,
    search: async (query, limit) => {
      const { embedding } = await embed({ model, value: query });
      const found = await store.query({ indexName, queryVector: embedding, topK: limit });
      return found.map(({ metadata }) => metadata.text);
    },
  };
}
