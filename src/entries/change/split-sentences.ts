import { MAX_CONTENT_BYTES } from '../../input.ts';
import { segmentsOf, splitText } from '../../models/split.js';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * A line break within a paragraph. The lookahead does not go beyond the next line break. Otherwise the time would grow with the square
 * of the number of blank lines.
 */
const LINE_BREAK = /(?<!\n)\n(?![^\S\n]*\n)/g;

/** Joins the lines of a paragraph. A heading and a list item remain separate. */
function unwrapped(text: string): string {
  return text
    .replace(/^(#.*)$/gm, '\n$1\n')
    .replace(/\n(?=[ \t]*(?:[-*•>]|\d+[.)])[ \t])/g, '\n\n')
    .replace(LINE_BREAK, ' ');
}

/** The first line of a block of code: three or more backticks, without others behind them, or tildes. */
const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;

const TABLE_LINE = /^[ \t]*\|/;

/** Consecutive lines of a document. Code and tables keep their line breaks. */
type Part = { kind: 'PROSE' | 'CODE' | 'TABLE'; lines: string[] };

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  /** The fence of the block of code that is open. */
  let fence: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const open = parts.at(-1);
    if (fence !== null) {
      open?.lines.push(line);
      if (closes(line, fence)) fence = null;
      continue;
    }
    fence = FENCE.exec(line)?.[1] ?? null;
    const kind = fence !== null ? 'CODE' : TABLE_LINE.test(line) ? 'TABLE' : 'PROSE';
    if (open?.kind === kind && kind !== 'CODE') open.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts;
}

/** Whether a line ends a block of code: the characters of its fence, at least as many, and nothing else. */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.startsWith(fence) && /^(?:`+|~+)$/.test(marks);
}

/** An abbreviation before a capital or a digit, where the segmenter ends a sentence. */
const ABBREVIATION = /(?:^|[\s("'])(?:Dr|Mr|Mrs|Ms|Prof|e\.g|i\.e|vs)\.$/;

/** The sentences of a paragraph. */
function sentencesOf(paragraph: string): string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const segment of segmentsOf(sentences, paragraph)) {
    found.push(isOpen ? `${found.pop()}${segment}` : segment);
    isOpen = ABBREVIATION.test(segment.trimEnd());
  }
  return found.map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

function textsOf({ kind, lines }: Part): string[] {
  const text = lines.join('\n');
  if (kind !== 'PROSE') return [text];
  return unwrapped(text)
    .split(/\n\s*\n/)
    .flatMap(sentencesOf);
}

/**
 * The distinct sentences of a text, in order. A line break in a sentence becomes a space. A fenced block of code and a table are
 * each one text, with their line breaks. Texts without a letter or digit are omitted, and one that is too long for an entry is split.
 */
export function splitSentences(text: string): string[] {
  const found = partsOf(text)
    .flatMap(textsOf)
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .flatMap((one) =>
      splitText(one, { maxTokens: MAX_CONTENT_BYTES, countTokens: Buffer.byteLength }),
    );
  return [...new Set(found)];
}
