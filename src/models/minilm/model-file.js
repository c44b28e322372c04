import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The ONNX file of the local model, which packages/local-model builds. Git ignores it; the npm package ships it. The
 * path is the same from `src/` and from `dist/`.
 */
export const MODEL_PATH = fileURLToPath(
  new URL('../../../packages/local-model/all-MiniLM-L6-v2.onnx', import.meta.url),
);

/** Length of a version: a SHA-256 in hexadecimal digits. */
const VERSION_LENGTH = 64;

/** `producer_version` stands before the graph, within the first bytes of the file. */
const HEADER_BYTES = 256;

/** The file of the large weights, which belongs to a model file. @param {string} modelPath */
export function weightsPathOf(modelPath) {
  return `${modelPath}.data`;
}

/**
 * The version of the model, which stands at the end of the weights file and in the header of the model file. Null if
 * the two differ: a file is missing, was cut off, or belongs to another model. ONNX Runtime maps the weights into
 * memory, so the process would be killed when it reads a file that was cut off.
 * @param {string} modelPath
 */
export function versionOf(modelPath) {
  try {
    const version = readPart(weightsPathOf(modelPath), (size) =>
      Math.max(0, size - VERSION_LENGTH),
    );
    const header = readPart(modelPath, () => 0);
    const isVersion = /^[0-9a-f]{64}$/.test(version.toString());
    return isVersion && header.includes(version) ? version.toString() : null;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
    throw error;
  }
}

/** The first bytes of a file from a position on. @param {string} path @param {(size: number) => number} from */
function readPart(path, from) {
  const file = openSync(path, 'r');
  try {
    const part = Buffer.alloc(HEADER_BYTES);
    const length = readSync(file, part, 0, HEADER_BYTES, from(fstatSync(file).size));
    return part.subarray(0, length);
  } finally {
    closeSync(file);
  }
}
