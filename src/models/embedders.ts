import type { Logger } from 'pino';
import { type Config, hasEndpoint, LOCAL_MODEL } from '../config.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { embeddingUnavailable } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { countCalls } from './count-calls.ts';
import type { Embedder } from './embedder.ts';
import { limitCalls } from './limit-calls.ts';
import { openMiniLm } from './minilm/embedder.ts';
import { openEndpointEmbedder } from './openai-embedder.ts';

export type Embedders = {
  /** The space of new projects. */
  defaultSpace: Space;
  /**
   * @throws EMBEDDING_UNAVAILABLE if this server has no endpoint for the space's model. The local model needs none.
   */
  requireEndpoint(space: Space): void;
  /** @throws as `requireEndpoint` */
  for(space: Space): Embedder;
  close(): Promise<void>;
};

/** Opens the embedder of a space when it is first asked for. */
export function openEmbedders(
  settings: Config['embedding'],
  { log, metrics }: { log: Logger; metrics: Metrics },
): Embedders {
  const opened = new Map<string, Embedder>();
  const requireEndpoint = ({ model }: Space): void => {
    if (model === LOCAL_MODEL || hasEndpoint(settings)) return;
    throw embeddingUnavailable(
      `No endpoint for the embedding model ${model}: set EMBEDDING_BASE_URL or OPENAI_API_KEY.`,
    );
  };
  const open = (space: Space): Embedder => {
    requireEndpoint(space);
    const { model } = space;
    if (model === LOCAL_MODEL) return openMiniLm(log);
    return openEndpointEmbedder(space, settings, (tokens) =>
      metrics.embeddingTokens.inc({ model }, tokens),
    );
  };
  return {
    defaultSpace: { model: settings.model, dimensions: settings.dimensions },
    requireEndpoint,
    for: (space) => {
      const name = spaceName(space);
      const embedder = opened.get(name) ?? limitCalls(countCalls(open(space), metrics), settings);
      opened.set(name, embedder);
      return embedder;
    },
    close: async () => {
      await Promise.all([...opened.values()].map((embedder) => embedder.close()));
      opened.clear();
    },
  };
}
