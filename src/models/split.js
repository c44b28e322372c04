// Plain JavaScript, because the local model's worker thread runs it too.

/** @typedef {{ maxTokens: number, countTokens(text: string): number }} Measure */

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The text in chunks that a model reads whole, cut between sentences where they fit, else between
 * words, else between characters. Joined, the chunks are the text but for white space at the cuts.
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
 * Fills chunks with segments in order; one too long for a chunk is cut with the next, finer segmenter.
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
  for (const { segment } of segmenter.segment(text)) {
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
