// @ts-nocheck: its packages are installed elsewhere.
// LlamaIndex: VectorStoreIndex over PGVectorStore, with the connection, the table and the indexes that it makes itself.
import { OpenAIEmbedding } from '@llamaindex/openai';
import { PGVectorStore } from '@llamaindex/postgres';
import { Settings, TextNode, VectorStoreIndex } from 'llamaindex';

export async function open({ databaseUrl, endpoint, dimensions }) {
  Settings.embedModel = new OpenAIEmbedding({
    model: endpoint.model,
    dimensions,
    apiKey: 'none',
    baseURL: endpoint.url,
    embedBatchSize: 500,
  });
  const store = new PGVectorStore({ clientConfig: { connectionString: databaseUrl }, dimensions });
  const index = await VectorStoreIndex.fromVectorStore(store);
  const writeMany = (texts) => index.insertNodes(texts.map((text) => new TextNode({ text })));
  return {
    write: (text) => writeMany([text]),
    writeMany,
    search: async (query, limit) => {
      const found = await index.asRetriever({ similarityTopK: limit }).retrieve({ query });
      return found.map(({ node }) => node.text);
    },
  };
}
