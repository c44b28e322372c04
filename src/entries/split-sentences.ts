import { MAX_CONTENT_BYTES } from '../input.ts';
import { segmentsOf, splitText } from '../models/split.js';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** A heading and a list item stand alone; any other line goes on the one before it. */
function unwrapped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^(#.*)$/gm, '\n$1\n')
    .replace(/\n(?=[ \t]*(?:[-*•>]|\d+[.)])[ \t])/g, '\n\n')
    .replace(/(?<!\n)\n(?!\s*\n)/g, ' ');
}

/**
 * The sentences of a text, each once, in order. What holds no letter or digit is left out; a line
 * break within a sentence becomes a space; a sentence too long for an entry is cut.
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
