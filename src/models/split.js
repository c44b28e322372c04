// Plain JavaScript, because the local model's worker thread runs it too.

/** @typedef {{ maxTokens: number, countTokens(text: string): number }} Measure */

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * Splits a text into chunks of at most `maxTokens`, between sentences where possible, else between words, else between
 * characters. Joined, the chunks are the text except for white space at the cuts.
 * @param {string} text
 * @param {Measure} measure
 * @returns {string[]}
 */
export function splitText(text, measure) {
  // No tokenizer makes more tokens than bytes, so a short text need not be counted.
  if (Buffer.byteLength(text) <= measure.maxTokens) return [text];
  if (measure.countTokens(text) <= measure.maxTokens) return [text];
  return pack(text, [sentences, words, characters], measure)
    .map((chunk) => chunk.trim())
    .filter((chunk) => chunk !== '');
}

/**
 * Fills chunks with segments in order. A segment too long for a chunk is cut by the next, finer segmenter.
 * @param {string} text
 * @param {Intl.Segmenter[]} segmenters
 * @param {Measure} measure
 * @returns {string[]}
 */
function pack(text, [segmenter, ...finer], measure) {
  if (segmenter === undefined) return [text];
  const chunks = [];
  let open = '';
  let openTokens = 0;
  for (const segment of segmentsOf(segmenter, text)) {
    const tokens = measure.countTokens(segment);
    if (openTokens + tokens <= measure.maxTokens) {
      open += segment;
      openTokens += tokens;
      continue;
    }
    if (open !== '') chunks.push(open);
    const pieces = tokens <= measure.maxTokens ? [segment] : pack(segment, finer, measure);
    chunks.push(...pieces.slice(0, -1));
    open = pieces.at(-1) ?? '';
    openTokens = measure.countTokens(open);
  }
  if (open !== '') chunks.push(open);
  return chunks;
}

/** The number of characters that are segmented at a time: the time of segmenting grows with its square. */
const WINDOW = 2048;

/**
 * The segments of a text, which joined are the text. A segment longer than a window is cut, after white
 * space where there is some.
 * @param {Intl.Segmenter} segmenter
 * @param {string} text
 * @returns {Generator<string>}
 */
export function* segmentsOf(segmenter, text) {
  for (let start = 0; start < text.length; ) {
    const end = Math.min(text.length, start + WINDOW);
    const segments = [...segmenter.segment(text.slice(start, end))].map(({ segment }) => segment);
    // The last segment may continue after the window, so the next window begins at its start.
    const whole = end === text.length ? segments : segments.slice(0, -1);
    const ready = whole.length > 0 ? whole : [cutBefore(text, start, end)];
    yield* ready;
    start += ready.reduce((sum, segment) => sum + segment.length, 0);
  }
}

/**
 * The part of a text from `start` on that ends at the last white space before `end`, else between two
 * characters.
 * @param {string} text
 * @param {number} start
 * @param {number} end
 * @returns {string}
 */
function cutBefore(text, start, end) {
  const part = text.slice(start, end);
  const space = part.search(/\s\S*$/u) + 1;
  if (space > 0) return part.slice(0, space);
  const lastCharacter = characters.segment(part).containing(part.length - 1);
  return part.slice(0, lastCharacter?.index) || part;
}
