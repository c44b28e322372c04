// Writes an ONNX model, which is a protocol buffer, and a file beside it with its large constants. Only the parts of
// the format that the local model needs are supported. Field numbers are those of onnx.proto3.

const IR_VERSION = 8;
const OPSET = 17;

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const WIRE_FLOAT = 5;

/** `TensorProto.DataType` */
export const TYPES = /** @type {const} */ ({ FLOAT: 1, INT8: 3, INT64: 7, FLOAT16: 10 });

/** `TensorProto.DataLocation` of a constant in another file. */
const EXTERNAL = 1;

/** Constants of so many bytes and more are in the other file, at multiples of `ALIGNMENT`. */
const LARGE_BYTES = 64 * 1024;

/** ONNX asks for constants that are mapped into memory to begin at the start of a page. */
const ALIGNMENT = 4096;

const ATTRIBUTE_TYPES = /** @type {const} */ ({ FLOAT: 1, INT: 2, INTS: 7 });

/**
 * The elements of a constant; a `Uint16Array` holds the bits of half-precision numbers.
 * @typedef {Float32Array | Uint16Array | Int8Array | BigInt64Array} Data
 */
/** @typedef {{ float?: number, int?: number, ints?: number[] }} Attribute */

/** The contents of the two files. @typedef {{ graph: Buffer, weights: Buffer }} BuiltModel */

/**
 * Collects the nodes and constants of a graph. Each value has a name. ONNX Runtime maps the file of the large
 * constants, here called `file`, into memory: what it does not use, as most rows of the word embeddings, takes none,
 * and all threads and processes share the rest.
 * @param {string} file
 */
export function openGraph(file) {
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const large = [];
  let largeBytes = 0;
  let count = 0;

  /** Adds bytes to the other file and returns where they are. @param {Buffer} raw */
  const place = (raw) => {
    const offset = largeBytes;
    const padding = Buffer.alloc(-raw.length & (ALIGNMENT - 1));
    large.push(raw, padding);
    largeBytes += raw.length + padding.length;
    const entries = { location: file, offset: String(offset), length: String(raw.length) };
    return Buffer.concat([
      ...Object.entries(entries).map(([key, value]) =>
        bytesField(13, Buffer.concat([textField(1, key), textField(2, value)])),
      ),
      varintField(14, EXTERNAL),
    ]);
  };
  /**
   * Adds a constant tensor and returns its name.
   * @param {string} name @param {number[]} dims @param {Data} data
   */
  const constant = (name, dims, data) => {
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const tensor = [
      ...dims.map((dim) => varintField(1, dim)),
      varintField(2, typeOf(data)),
      textField(8, name),
      raw.length < LARGE_BYTES ? bytesField(9, raw) : place(raw),
    ];
    parts.push(bytesField(5, Buffer.concat(tensor)));
    return name;
  };
  return {
    constant,
    /** @param {string} name @param {number[]} dims @param {ArrayLike<number>} values */
    floats: (name, dims, values) => constant(name, dims, Float32Array.from(values)),
    /** @param {string} name @param {number[]} dims @param {number[]} values */
    integers: (name, dims, values) =>
      constant(
        name,
        dims,
        BigInt64Array.from(values, (value) => BigInt(value)),
      ),
    /**
     * Adds an operation and returns the names of its outputs.
     * @param {string} operator @param {string[]} inputs
     * @param {{ attributes?: Record<string, Attribute>, outputs?: string[], count?: number }} [options]
     */
    node: (operator, inputs, options = {}) => {
      count += 1;
      const outputs =
        options.outputs ?? Array.from({ length: options.count ?? 1 }, (_, i) => `v${count}_${i}`);
      const node = [
        ...inputs.map((input) => textField(1, input)),
        ...outputs.map((output) => textField(2, output)),
        textField(3, `${operator}_${count}`),
        textField(4, operator),
        ...Object.entries(options.attributes ?? {}).map(attributeField),
      ];
      parts.push(bytesField(1, Buffer.concat(node)));
      return outputs;
    },
    /**
     * Returns the finished model. A dimension given as text may have any size. The file of the constants ends
     * with the version.
     * @param {{
     *   version: string, inputs: Record<string, Dimensions>, outputs: Record<string, Dimensions>
     * }} interface_
     * @returns {BuiltModel}
     */
    build: ({ version, inputs, outputs }) => {
      const graph = Buffer.concat([
        ...parts,
        textField(2, 'minilm'),
        ...Object.entries(inputs).map(([name, type]) => valueField(11, name, type)),
        ...Object.entries(outputs).map(([name, type]) => valueField(12, name, type)),
      ]);
      const opset = Buffer.concat([textField(1, ''), varintField(2, OPSET)]);
      const model = Buffer.concat([
        varintField(1, IR_VERSION),
        textField(2, 'lorebase'),
        textField(3, version),
        bytesField(7, graph),
        bytesField(8, opset),
      ]);
      return { graph: model, weights: Buffer.concat([...large, Buffer.from(version)]) };
    },
  };
}

/** @typedef {{ type: number, dims: (string | number)[] }} Dimensions */
/** @typedef {ReturnType<typeof openGraph>} Graph */

/** @param {Data} data */
function typeOf(data) {
  if (data instanceof Float32Array) return TYPES.FLOAT;
  if (data instanceof Uint16Array) return TYPES.FLOAT16;
  return data instanceof Int8Array ? TYPES.INT8 : TYPES.INT64;
}

/** @param {[string, Attribute]} entry */
function attributeField([name, { float, int, ints }]) {
  const value =
    float !== undefined
      ? [floatField(2, float), varintField(20, ATTRIBUTE_TYPES.FLOAT)]
      : int !== undefined
        ? [varintField(3, int), varintField(20, ATTRIBUTE_TYPES.INT)]
        : [
            ...(ints ?? []).map((item) => varintField(8, item)),
            varintField(20, ATTRIBUTE_TYPES.INTS),
          ];
  return bytesField(5, Buffer.concat([textField(1, name), ...value]));
}

/** @param {number} field @param {string} name @param {Dimensions} dimensions */
function valueField(field, name, { type, dims }) {
  const shape = dims.map((dim) =>
    bytesField(1, typeof dim === 'string' ? textField(2, dim) : varintField(1, dim)),
  );
  const tensor = Buffer.concat([varintField(1, type), bytesField(2, Buffer.concat(shape))]);
  const value = Buffer.concat([textField(1, name), bytesField(2, bytesField(1, tensor))]);
  return bytesField(field, value);
}

/** @param {number} field @param {number} value */
function varintField(field, value) {
  return Buffer.concat([varint((field << 3) | WIRE_VARINT), varint(value)]);
}

/** @param {number} field @param {Buffer} bytes */
function bytesField(field, bytes) {
  return Buffer.concat([varint((field << 3) | WIRE_BYTES), varint(bytes.length), bytes]);
}

/** @param {number} field @param {string} text */
function textField(field, text) {
  return bytesField(field, Buffer.from(text));
}

/** @param {number} field @param {number} value */
function floatField(field, value) {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | WIRE_FLOAT), bytes]);
}

/**
 * Encodes an integer as a varint: seven bits in each byte, lowest first. A negative number is encoded as its
 * 64-bit two's complement.
 * @param {number} value
 */
function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
