// Builds the ONNX file of the local embedding model if it is missing or stale. Runs before `npm start`
// and `npm test`, and in `npm run build`.
import { MODEL_PATH } from '../../src/models/minilm/model-file.js';
import { isUpToDate, modelVersion, writeModel } from './build-model.js';

const version = modelVersion();
if (!isUpToDate(MODEL_PATH, version)) {
  console.error('Building the local embedding model …');
  writeModel(MODEL_PATH, version);
}
