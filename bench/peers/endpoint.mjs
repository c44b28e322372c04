// An embedding endpoint in the shape of OpenAI's that answers after about a millisecond. The vector of a text is
// the sum of a direction for each of its words and some noise of its own, so that texts with the same words are near
// each other. It is cheap to compute, so that the endpoint is not the limit.   node endpoint.mjs DIMENSIONS
import { createServer } from 'node:http';

const DIMENSIONS = Number(process.argv[2]);
const ANSWERS_AFTER_MS = 1;
/** Long words say more about a text than short ones. */
const FULL_WEIGHT_LENGTH = 8;
const KEPT_WORDS = 50_000;
/** Of the noise, beside the words: with it, Lorebase merges about as many facts as with a real model. */
const NOISE = 0.4;

/** @type {Map<string, Float32Array>} */
const directions = new Map();

/** @param {string} word */
function directionOf(word) {
  const kept = directions.get(word);
  if (kept) return kept;
  const direction = drawDirection(word);
  if (directions.size < KEPT_WORDS) directions.set(word, direction);
  return direction;
}

/** A direction that depends on the text alone. @param {string} word */
function drawDirection(word) {
  let state = 2166136261;
  for (let i = 0; i < word.length; i += 1) {
    state = Math.imul(state ^ word.charCodeAt(i), 16777619);
  }
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 31 - 1;
  });
}

/** Numbers of four digits: their text is short. @param {string} text */
function vectorOf(text) {
  const sum = new Float64Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text]) {
    const direction = directionOf(word);
    const weight = Math.min(1, word.length / FULL_WEIGHT_LENGTH) ** 2;
    for (let i = 0; i < DIMENSIONS; i += 1) {
      sum[i] = (sum[i] ?? 0) + weight * (direction[i] ?? 0);
    }
  }
  const noise = drawDirection(`text ${text}`);
  const noiseScale = (NOISE * Math.hypot(...sum)) / Math.hypot(...noise);
  const whole = sum.map((value, i) => value + noiseScale * (noise[i] ?? 0));
  const scale = 10_000 / (Math.hypot(...whole) || 1);
  return Array.from(whole, (value) => Math.round(value * scale) / 10_000);
}

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { input, encoding_format: format } = JSON.parse(body);
  const texts = [input].flat();
  const data = texts.map((text, index) => {
    const vector = vectorOf(text);
    const base64 = () => Buffer.from(Float32Array.from(vector).buffer).toString('base64');
    const embedding = format === 'base64' ? `"${base64()}"` : `[${vector}]`;
    return `{"object":"embedding","index":${index},"embedding":${embedding}}`;
  });
  const usage = `{"prompt_tokens":${texts.length},"total_tokens":${texts.length}}`;
  setTimeout(() => {
    response.setHeader('content-type', 'application/json');
    response.end(`{"object":"list","model":"bench","data":[${data}],"usage":${usage}}`);
  }, ANSWERS_AFTER_MS);
});
// A client that comes back to a connection must not find it closed.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.send?.({ answer: `http://127.0.0.1:${port}/v1` });
});
process.on('disconnect', () => process.exit());
