// @ts-nocheck: its packages are installed elsewhere.
// LangGraph's PostgresStore with its default HNSW index over the text of each value.
import { randomUUID } from 'node:crypto';
import { PostgresStore } from '@langchain/langgraph-checkpoint-postgres/store';
import { OpenAIEmbeddings } from '@langchain/openai';

const NAMESPACE = ['facts'];

export async function open({ databaseUrl, endpoint, dimensions, clients }) {
  const embed = new OpenAIEmbeddings({
    model: endpoint.model,
    apiKey: 'none',
    configuration: { baseURL: endpoint.url },
  });
  const store = new PostgresStore({
    connectionOptions: { connectionString: databaseUrl, max: clients },
    index: { dims: dimensions, embed, fields: ['text'] },
  });
  await store.setup();
  const operation = (text) => ({ namespace: NAMESPACE, key: randomUUID(), value: { text } });
  return {
    write: (text) => store.put(NAMESPACE, randomUUID(), { text }),
    writeMany: (texts) => store.batch(texts.map(operation)),
    search: async (query, limit) => {
      const found = await store.search(NAMESPACE, { query, limit });
      return found.map(({ value }) => value.text);
    },
  };
}
