import type { Metrics } from '../metrics.ts';
import type { Embedder } from './embedder.ts';

/** The embedder, with its calls counted and timed. */
export function countCalls(embedder: Embedder, metrics: Metrics): Embedder {
  const { model } = embedder.space;
  return {
    ...embedder,
    embed: async (texts) => {
      const stop = metrics.embeddingSeconds.startTimer({ model });
      try {
        const vectors = await embedder.embed(texts);
        metrics.embeddingCalls.inc({ model, outcome: 'ok' });
        metrics.embeddedTexts.inc({ model }, texts.length);
        return vectors;
      } catch (error) {
        metrics.embeddingCalls.inc({ model, outcome: 'failed' });
        throw error;
      } finally {
        stop();
      }
    },
  };
}
