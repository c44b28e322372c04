import { MAX_CONTENT_BYTES } from '../input.ts';
import { segmentsOf, splitText } from '../models/split.js';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * A line break within a paragraph. The lookahead does not go beyond the next line break. Otherwise the time would grow with the square
 * of the number of blank lines.
 */
const LINE_BREAK = /(?<!\n)\n(?![^\S\n]*\n)/g;

/** Joins the lines of a paragraph. A heading and a list item remain separate. */
function unwrapped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(#.*)$/gm, '\n$1\n')
    .replace(/\n(?=[ \t]*(?:[-*•>]|\d+[.)])[ \t])/g, '\n\n')
    .replace(LINE_BREAK, ' ');
}

/**
 * The distinct sentences of a text, in order. Sentences without a letter or digit are omitted. A line break
 * in a sentence becomes a space. A sentence that is too long for an entry is split.
 */
export function splitSentences(text: string): string[] {
  const found = unwrapped(text)
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...segmentsOf(sentences, paragraph)])
    .map((segment) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap((sentence) =>
      splitText(sentence, { maxTokens: MAX_CONTENT_BYTES, countTokens: Buffer.byteLength }),
    );
  return [...new Set(found)];
}
