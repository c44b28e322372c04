import { openGraph, TYPES } from './onnx.js';

/** @typedef {import('./safetensors.js').Tensor} Tensor */
/** @typedef {import('./onnx.js').Graph} Graph */

/**
 * @typedef {{
 *   hidden_size: number, num_attention_heads: number, num_hidden_layers: number, layer_norm_eps: number
 * }} BertConfig
 */

/** The attention score of padding: softmax turns it into zero. */
const MASKED = -1e9;

/**
 * Builds BERT (Devlin et al. 2019) as an ONNX model: embeddings, then layers of self-attention and
 * feed-forward. Inputs are `input_ids` and `attention_mask`, both [batch, tokens]; the output is
 * `last_hidden_state`, [batch, tokens, hidden_size]. The weights of a linear map for which `quantizes`
 * returns true are stored as integers of seven bits with one scale for each output and multiplied as integers.
 * `version` becomes the model's `producer_version`; `weightsFile` is the name of the file of the large constants.
 * @param {{
 *   weights: (name: string) => Tensor, config: BertConfig, version: string, weightsFile: string,
 *   quantizes: (name: string) => boolean
 * }} options
 * @returns {import('./onnx.js').BuiltModel}
 */
export function buildMiniLm({ weights, config, version, weightsFile, quantizes }) {
  const graph = openGraph(weightsFile);
  const model = { graph, weights, config, quantizes };
  addConstants(model);
  let hidden = embed(model);
  const mask = maskBias(model);
  for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
    const name = `encoder.layer.${layer}`;
    const attended = normalize(
      model,
      attend(model, name, hidden, mask),
      `${name}.attention.output`,
    );
    hidden = normalize(model, feedForward(model, name, attended), `${name}.output`);
  }
  graph.node('Identity', [hidden], { outputs: ['last_hidden_state'] });
  const tokens = { type: TYPES.INT64, dims: ['batch', 'tokens'] };
  const state = { type: TYPES.FLOAT, dims: ['batch', 'tokens', config.hidden_size] };
  return graph.build({
    version,
    inputs: { input_ids: tokens, attention_mask: tokens },
    outputs: { last_hidden_state: state },
  });
}

/**
 * @typedef {{
 *   graph: Graph, weights: (name: string) => Tensor, config: BertConfig, quantizes: (name: string) => boolean
 * }} Model
 */

/** @param {Model} model */
function addConstants({ graph, config }) {
  const headSize = config.hidden_size / config.num_attention_heads;
  graph.integers('zero', [], [0]);
  graph.integers('one', [], [1]);
  graph.integers('axes_1_2', [2], [1, 2]);
  graph.integers('shape_heads', [4], [0, -1, config.num_attention_heads, headSize]);
  graph.integers('shape_hidden', [3], [0, -1, config.hidden_size]);
  graph.floats('one_f', [], [1]);
  graph.floats('half_f', [], [0.5]);
  graph.floats('masked', [], [MASKED]);
  graph.floats('head_scale', [], [1 / Math.sqrt(headSize)]);
  graph.floats('sqrt_half', [], [Math.SQRT1_2]);
}

/**
 * Adds an operation with one output and returns that output's name. @param {Graph} graph @param
 * {Parameters<Graph['node']>} call
 */
function one(graph, ...call) {
  return /** @type {string} */ (graph.node(...call)[0]);
}

/**
 * The sum of word, position and type embeddings, normalised. The word embeddings, half of all weights,
 * are stored in the half precision of their source; only the rows that a text uses become single precision.
 * @param {Model} model
 */
function embed(model) {
  const { graph, weights, config } = model;
  const words = weights('embeddings.word_embeddings.weight');
  const positions = weights('embeddings.position_embeddings.weight');
  const types = weights('embeddings.token_type_embeddings.weight');
  graph.constant('words', words.shape, words.halves ?? words.values);
  graph.constant('positions', positions.shape, positions.values);
  graph.floats('type', [1, 1, config.hidden_size], types.values.slice(0, config.hidden_size));
  const length = one(graph, 'Gather', [one(graph, 'Shape', ['input_ids']), 'one']);
  const places = one(graph, 'Range', ['zero', length, 'one']);
  const word = one(graph, 'Cast', [one(graph, 'Gather', ['words', 'input_ids'])], {
    attributes: { to: { int: TYPES.FLOAT } },
  });
  const placed = one(graph, 'Add', [word, one(graph, 'Gather', ['positions', places])]);
  return normalize(model, one(graph, 'Add', [placed, 'type']), 'embeddings');
}

/** What is added to attention scores: 0 for tokens and `MASKED` for padding. @param {Model} model */
function maskBias({ graph }) {
  const mask = one(graph, 'Cast', ['attention_mask'], { attributes: { to: { int: TYPES.FLOAT } } });
  const wide = one(graph, 'Unsqueeze', [mask, 'axes_1_2']);
  return one(graph, 'Mul', [one(graph, 'Sub', ['one_f', wide]), 'masked']);
}

/**
 * Self-attention of one layer with a residual connection.
 * @param {Model} model @param {string} layer @param {string} hidden @param {string} mask
 */
function attend(model, layer, hidden, mask) {
  const { graph } = model;
  const quantized = quantizeOnce(graph, hidden);
  /** @param {string} part @param {number[]} perm */
  const heads = (part, perm) => {
    const projected = linear(model, `${layer}.attention.self.${part}`, hidden, quantized);
    const split = one(graph, 'Reshape', [projected, 'shape_heads']);
    return one(graph, 'Transpose', [split], { attributes: { perm: { ints: perm } } });
  };
  const scores = one(graph, 'MatMul', [heads('query', [0, 2, 1, 3]), heads('key', [0, 2, 3, 1])]);
  const biased = one(graph, 'Add', [one(graph, 'Mul', [scores, 'head_scale']), mask]);
  const shares = one(graph, 'Softmax', [biased], { attributes: { axis: { int: -1 } } });
  const mixed = one(graph, 'MatMul', [shares, heads('value', [0, 2, 1, 3])]);
  const joined = one(graph, 'Transpose', [mixed], { attributes: { perm: { ints: [0, 2, 1, 3] } } });
  const context = one(graph, 'Reshape', [joined, 'shape_hidden']);
  return one(graph, 'Add', [linear(model, `${layer}.attention.output.dense`, context), hidden]);
}

/**
 * The feed-forward part of one layer (two linear maps with GELU between them) with a residual connection.
 * @param {Model} model @param {string} layer @param {string} hidden
 */
function feedForward(model, layer, hidden) {
  const { graph } = model;
  const wide = linear(model, `${layer}.intermediate.dense`, hidden);
  const erf = one(graph, 'Erf', [one(graph, 'Mul', [wide, 'sqrt_half'])]);
  const half = one(graph, 'Mul', [wide, 'half_f']);
  const gelu = one(graph, 'Mul', [half, one(graph, 'Add', [erf, 'one_f'])]);
  return one(graph, 'Add', [linear(model, `${layer}.output.dense`, gelu), hidden]);
}

/** Layer normalisation with the weights of `owner`. @param {Model} model @param {string} value @param {string} owner */
function normalize({ graph, weights, config }, value, owner) {
  const name = `${owner}.LayerNorm`;
  const dims = [config.hidden_size];
  const scale = graph.constant(`${name}.scale`, dims, weights(`${name}.weight`).values);
  const bias = graph.constant(`${name}.bias`, dims, weights(`${name}.bias`).values);
  return one(graph, 'LayerNormalization', [value, scale, bias], {
    attributes: { axis: { int: -1 }, epsilon: { float: config.layer_norm_eps } },
  });
}

/**
 * Quantizes a value to eight bits once, however often the returned function is called. @param {Graph} graph @param
 * {string} value
 */
function quantizeOnce(graph, value) {
  /** @type {string[] | undefined} */
  let outputs;
  return () => {
    outputs ??= graph.node('DynamicQuantizeLinear', [value], { count: 3 });
    return outputs;
  };
}

/**
 * The linear map x W + b, with an integer product where the weights are quantized.
 * @param {Model} model @param {string} name @param {string} input @param {() => string[]} [quantized]
 */
function linear(model, name, input, quantized = quantizeOnce(model.graph, input)) {
  const { graph, weights, quantizes } = model;
  const { values, shape } = weights(`${name}.weight`);
  const [outputs = 0, inputs = 0] = shape;
  const bias = graph.constant(`${name}.bias`, [outputs], weights(`${name}.bias`).values);
  if (!quantizes(name)) {
    const turned = graph.constant(
      `${name}.w`,
      [inputs, outputs],
      transpose(values, outputs, inputs),
    );
    return one(graph, 'Add', [one(graph, 'MatMul', [input, turned]), bias]);
  }
  const { integers, scales } = quantizeRows(values, outputs, inputs);
  graph.constant(`${name}.wq`, [inputs, outputs], integers);
  graph.constant(`${name}.scales`, [outputs], scales);
  graph.constant(`${name}.zeros`, [outputs], new Int8Array(outputs));
  const [bytes = '', scale = '', zero = ''] = quantized();
  const product = one(graph, 'MatMulInteger', [bytes, `${name}.wq`, zero, `${name}.zeros`]);
  const floats = one(graph, 'Cast', [product], { attributes: { to: { int: TYPES.FLOAT } } });
  const scaled = one(graph, 'Mul', [floats, one(graph, 'Mul', [scale, `${name}.scales`])]);
  return one(graph, 'Add', [scaled, bias]);
}

/**
 * Transposes a matrix that is stored row by row. @param {Float32Array} values @param {number} rows @param {number}
 * columns
 */
function transpose(values, rows, columns) {
  const turned = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      turned[column * rows + row] = values[row * columns + column] ?? 0;
    }
  }
  return turned;
}

/**
 * The largest integer of a weight. Processors without VNNI add two products of an unsigned byte and a weight in 16
 * bits, and cut off what does not fit, so that larger weights would give other vectors on other processors
 * (docs/decisions/045-seven-bits.md).
 */
export const MAX_WEIGHT = 63;

/**
 * Quantizes each row to integers from −`MAX_WEIGHT` to `MAX_WEIGHT` and one scale: value ≈ integer × scale. The
 * integers are transposed, as `linear` multiplies them.
 * @param {Float32Array} values @param {number} rows @param {number} columns
 */
export function quantizeRows(values, rows, columns) {
  const integers = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const own = values.subarray(row * columns, (row + 1) * columns);
    const largest = own.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const scale = largest / MAX_WEIGHT || 1;
    scales[row] = scale;
    for (let column = 0; column < columns; column += 1) {
      integers[column * rows + row] = Math.round((own[column] ?? 0) / scale);
    }
  }
  return { integers, scales };
}
