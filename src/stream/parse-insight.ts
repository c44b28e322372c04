import { storableText, tryParseJson } from '../input.ts';
import { withoutThoughts } from '../models/without-thoughts.ts';

/** Maximum number of characters of an answer that are parsed. Three questions or two sentences are far shorter. */
const MAX_ANSWER = 8000;
const MAX_QUESTION = 500;
const MAX_INSIGHT = 2000;

/**
 * Parses the questions of an answer: numbered or bulleted lines (Generative Agents), a JSON list, or lines
 * that end with a question mark. Lines without a word of three letters are omitted.
 */
export function parseQuestions(answer: string, limit: number): string[] {
  const text = withoutThoughts(answer).slice(0, MAX_ANSWER);
  const lines = text.split('\n').map((line) => line.trim());
  const listed = lines.map(
    (line) => /^(?:\*\*)?(?:\d{1,2} ?[.):-]|[-*•])(.+)$/.exec(line)?.[1]?.trim() ?? '',
  );
  const asked = (questionsInJson(text) ?? listed)
    .map((question) => question.replace(/^["'*]{1,4}|["'*]{1,4}$/g, '').trim())
    .filter(isText);
  const found =
    asked.length > 0 ? asked : lines.filter((line) => line.endsWith('?') && isText(line));
  const questions = found.map((question) => storableText(question.slice(0, MAX_QUESTION)));
  return [...new Set(questions)].slice(0, limit);
}

/** The questions in a JSON list of texts. Null if the answer has no such list. */
function questionsInJson(text: string): string[] | null {
  const start = text.indexOf('[');
  const end = text.lastIndexOf(']');
  if (start < 0 || end < start) return null;
  const value = tryParseJson(text.slice(start, end + 1));
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList && value.length > 0 ? value : null;
}

const LEAD = /^(?:because of|based on|evidence|see|from)?:? ?(?:statements?|numbers?)? ?/i;

/** A group in brackets, without nested brackets, that can be a citation. */
const GROUP = /([([])([^()[\]]{1,200})[)\]]/g;

/** A citation without brackets at the end of the text. */
const TAIL =
  /[,;]? ?\b(?:because of|based on|evidence:?) (?:statements? )?([\d ,;&#–-]{1,100}(?:and [\d ]{1,5})?)\.?$/i;

type ParsedInsight = { insight: string; cited: number[] };

/**
 * Parses an insight and the numbers of the cited statements, from 1 to `shown`, in the order of citation. The insight
 * is the first paragraph that cites statements, else the first paragraph. Models often deviate from the format: text
 * that is not a citation remains in the insight, and numbers out of range are ignored. Null if the answer has no text.
 */
export function parseInsight(answer: string, shown: number): ParsedInsight | null {
  const paragraphs = paragraphsOf(withoutThoughts(answer).slice(0, MAX_ANSWER));
  const parsed = paragraphs.flatMap((text) => parseParagraph(text, shown) ?? []);
  return parsed.find(({ cited }) => cited.length > 0) ?? parsed[0] ?? null;
}

function parseParagraph(text: string, shown: number): ParsedInsight | null {
  const cited = new Set<number>();
  const take = (numbers: readonly number[]): boolean => {
    const valid = numbers.filter((number) => number >= 1 && number <= shown);
    for (const number of valid) cited.add(number);
    return valid.length > 0;
  };
  const insight = text
    .replace(GROUP, (whole, bracket: string, inner: string, at: number) => {
      const isEnd = /^[\s.,;!?"”[(\d\])]*$/.test(
        text.slice(at + whole.length, at + whole.length + 200),
      );
      const isCitation = bracket === '[' || LEAD.exec(inner)?.[0] || isEnd;
      return isCitation && take(numbersIn(inner.replace(LEAD, ''))) ? '' : whole;
    })
    .replace(TAIL, (whole, numbers: string) => (take(numbersIn(numbers)) ? '' : whole))
    .replace(/ {1,50}([.,;!?])/g, '$1')
    .replace(/ {2,50}/g, ' ')
    .trim()
    .slice(0, MAX_INSIGHT)
    .toWellFormed();
  return isText(insight) ? { insight, cited: [...cited] } : null;
}

/** The numbers of a list such as `1, 3-5 and 7`; none for any other text. */
function numbersIn(list: string): number[] {
  const parts = list.split(/[\s,;&#]+|\band\b/).filter((part) => part !== '');
  const numbers: number[] = [];
  for (const part of parts) {
    const [, first, last = first] = /^(\d{1,3})(?:[-–](\d{1,3}))?\.?$/.exec(part) ?? [];
    if (first === undefined) return [];
    for (let number = Number(first); number <= Number(last); number += 1) numbers.push(number);
  }
  return numbers;
}

/** A number or a bullet at the beginning of a paragraph. */
const BULLET = /^(?:\d{1,2} ?[.)]|[-•]|\*(?!\*)) ?/;

/** The label of an insight, also in bold. */
const LABEL = /^\*{0,2}insight\*{0,2}:\*{0,2} ?/i;

/** Text that only announces the insight, such as "Here is the insight:". */
const ANNOUNCEMENT = /:\W*$/;

/** The paragraphs, each without a leading number, bullet or label and without enclosing quotation marks. */
function paragraphsOf(answer: string): string[] {
  const lines = answer.split('\n').map((line) => line.trim());
  const paragraphs = lines.join('\n').split(/\n{2,}/);
  return paragraphs
    .filter((paragraph) => !ANNOUNCEMENT.test(paragraph))
    .map((paragraph) => {
      const text = paragraph.replace(/\s/g, ' ');
      const said = text.replace(BULLET, '').replace(LABEL, '').trim();
      const isQuoted = /^["“]/.test(said) && /["”]$/.test(said);
      return isQuoted ? said.slice(1, -1).trim() : said;
    });
}

function isText(text: string): boolean {
  return /\p{L}{3}/u.test(text);
}
