import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_CONTENT_BYTES } from '../input.ts';
import { segmentsOf, splitText } from '../models/split.js';

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * A line break within a paragraph. The lookahead does not go beyond the next line break. Otherwise the time would grow
 * with the square of the number of blank lines.
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
type TextPart = { kind: 'PROSE' | 'CODE' | 'TABLE'; lines: string[] };

function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
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

/** Whether a line ends a block of code: it has only the character of the fence, at least as often as the fence. */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return marks.startsWith(fence) && /^(?:`+|~+)$/.test(marks);
}

/** The beginning of a text, or a character that can stand before a word. */
const START = String.raw`(?:^|[\s("'„“«‚‘\[–-])`;

/** An abbreviation that seldom ends a sentence. */
const ABBREVIATION = new RegExp(
  `${START}(?:Dr|Mr|Mrs|Ms|Prof|St|Mt|Gen|Col|Capt|Sgt|Lt|Rev|Gov|Sen|vs|cf|approx|` +
    'Hr|Hrn|Fr|Dipl|Ing|bzw|ca|vgl|sog|evtl|ggf|inkl|exkl|zzgl|Mio|Mrd|Tsd|geb)\\.$',
  'u',
);

/**
 * An abbreviation that does not end a sentence if a number follows. Without one it can be a word or a name, as in "No."
 * and "Jan.".
 */
const ABBREVIATION_OF_NUMBER = new RegExp(
  `${START}(?:Nos?|Figs?|Eqs?|Vol|Ch|Sec|Art|pp|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|` +
    'Nr|Abb|Abs|Kap|Bd|Tab|Aufl|Str|Tel|max|min|Mrz|Okt|Dez)\\.$',
  'u',
);

/** A single letter, as in "J. K. Rowling", "U.S. Army" and "z. B."; but "9 p.m." can end a sentence. */
const INITIAL = /(?:^|[\s("'„“«‚‘[.–-])(?<![ap]\.\s?(?=m))\p{L}\.$/u;

/** The number of a list item or a heading. */
const ITEM_NUMBER = /^[^\p{L}\d]*(?:\d{1,2}\.)+$/u;

/** A German ordinal number after an article or the like, as in "das 19. Jahrhundert". "I am 42." is English. */
const ORDINAL =
  /(?:^|[\s("„«])(?:(?<!\bI\s)am|im|vom|zum|beim|der|die|das|des|dem|den|eine?|eine[mnrs]|jede[mnrs]?|\d\.\s(?:und|oder|bis))\s\d{1,2}\.$/iu;

const DAY = /(?:^|[\s("„«–-])\d{1,2}\.$/u;

const GERMAN_MONTH = /^(?:Jän|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u;

/**
 * Whether a sentence continues with the next segment. The segmenter ends a segment at each full stop before a capital
 * letter or a digit, also after abbreviations.
 */
function goesOn(segment: string, next: string): boolean {
  const end = segment.trimEnd();
  if (ABBREVIATION.test(end) || INITIAL.test(end)) return true;
  if (ABBREVIATION_OF_NUMBER.test(end)) return /^\d/.test(next);
  return ORDINAL.test(end) || (DAY.test(end) && GERMAN_MONTH.test(next));
}

/** The sentences of a paragraph. */
function sentencesOf(paragraph: string): string[] {
  const found: string[] = [];
  let last = '';
  for (const segment of segmentsOf(sentences, paragraph)) {
    const isItem = found.length === 1 && found[0] === last && ITEM_NUMBER.test(last.trimEnd());
    const isOpen = isItem || goesOn(last, segment);
    found.push(isOpen ? `${found.pop() ?? ''}${segment}` : segment);
    last = segment;
  }
  return found.map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

/** The paragraphs of a part of a document. A block of code or a table counts as one paragraph. */
function paragraphsOf({ kind, lines }: TextPart): string[] {
  const text = lines.join('\n');
  return kind === 'PROSE' ? unwrapped(text).split(/\n\s*\n/) : [text];
}

/**
 * The number of paragraphs that are split before other requests are served. A document can have 100,000 short
 * paragraphs, such as the items of a list.
 */
const PARAGRAPHS_IN_TURN = 500;

/**
 * The distinct sentences of a text, in order. A line break in a sentence becomes a space. A fenced block of code and a
 * table are each one text, with their line breaks. Texts without a letter or digit are omitted, and one that is too
 * long for an entry is split.
 */
export async function splitSentences(text: string): Promise<string[]> {
  const found = new Set<string>();
  let paragraphs = 0;
  for (const part of partsOf(text)) {
    for (const paragraph of paragraphsOf(part)) {
      const texts = part.kind === 'PROSE' ? sentencesOf(paragraph) : [paragraph];
      for (const one of texts.flatMap(storableTexts)) found.add(one);
      paragraphs += 1;
      if (paragraphs % PARAGRAPHS_IN_TURN === 0) await nextTurn();
    }
  }
  return [...found];
}

/** Splits a text into parts that fit into an entry. Returns no parts if the text has no letter or digit. */
function storableTexts(text: string): string[] {
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  return splitText(text, { maxTokens: MAX_CONTENT_BYTES, countTokens: Buffer.byteLength });
}
