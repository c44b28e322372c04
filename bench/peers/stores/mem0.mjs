// @ts-nocheck: its packages are installed elsewhere.
// mem0: Memory over pgvector with HNSW. `infer: false` stores each text as it is: with `infer`, a chat model
// extracts and compares facts. Its history needs a module that has to be compiled, and is switched off.
import { Memory } from 'mem0ai/oss';

const SCOPE = { userId: 'peers' };

export async function open({ databaseUrl, endpoint, dimensions }) {
  const memory = new Memory({
    embedder: {
      provider: 'openai',
      config: {
        apiKey: 'none',
        baseURL: endpoint.url,
        model: endpoint.model,
        embeddingDims: dimensions,
      },
    },
    vectorStore: {
      provider: 'pgvector',
      config: {
        collectionName: 'facts',
        connectionString: databaseUrl,
        dimension: dimensions,
        embeddingModelDims: dimensions,
        hnsw: true,
      },
    },
    llm: { provider: 'openai', config: { apiKey: 'none', baseURL: endpoint.url } },
    disableHistory: true,
  });
  const messages = (texts) => texts.map((content) => ({ role: 'user', content }));
  const writeMany = (texts) => memory.add(messages(texts), { ...SCOPE, infer: false });
  return {
    write: (text) => writeMany([text]),
    writeMany,
    search: async (query, limit) => {
      const found = await memory.search(query, { topK: limit, filters: { user_id: 'peers' } });
      return found.results.map((result) => result.memory);
    },
  };
}
