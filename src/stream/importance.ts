import type { ImportanceParts } from '../db/tables.ts';

/** The importance without a rating, or with a rating that cannot be parsed (Generative Agents). */
export const DEFAULT_IMPORTANCE = 5;

const MAX_IMPORTANCE = 10;
const ENTITY_BOOST = 1;
const FEELING_BOOST = 1;
const GOAL_BOOST = 2;

const FEELINGS =
  /\b(prefer(s|red|ence|ences)?|like[sd]?|love[sd]?|hate[sd]?|enjoy(s|ed)?|always|never|want(s|ed)?|happy|sad|angry|afraid|fear(s|ed)?|excited|worried|upset|proud|stressed)\b/i;
const GOALS = /\b(goals?|objectives?|must|needs? to|needed to|should|priorit(y|ies))\b/i;

/** Words that have a capital in English and are not names. */
const NO_NAMES = new Set(['I', "I'm", "I've", "I'll", "I'd", 'OK', 'TV']);

/** Parses an answer that should be a number from 1 to 10; null if it is not. */
export function readRating(answer: string): number | null {
  const found = /^\D{0,40}?(\d+(?:\.\d+)?)(?!\d)/.exec(answer.trim());
  const said = Number(found?.[1] ?? Number.NaN);
  const rating = Math.round(said);
  const isNegative = /-\s*\d/.test(answer.slice(0, 45));
  return said >= 1 && rating <= MAX_IMPORTANCE && !isNegative ? rating : null;
}

/** The additions for a named entity, a preference or emotion, and a goal in the text. */
export function boostsOf(text: string): Pick<ImportanceParts, 'entity' | 'feeling' | 'goal'> {
  return {
    entity: namesEntity(text) ? ENTITY_BOOST : 0,
    feeling: FEELINGS.test(text) ? FEELING_BOOST : 0,
    goal: GOALS.test(text) ? GOAL_BOOST : 0,
  };
}

/** The sum of the parts, at most 10. An importance from the caller has no additions. */
export function importanceOf(parts: ImportanceParts): number {
  if (parts.source === 'CALLER') return parts.base;
  return Math.min(MAX_IMPORTANCE, parts.base + parts.entity + parts.feeling + parts.goal);
}

/** True if the text has a capitalised word that does not begin a sentence. */
function namesEntity(text: string): boolean {
  const words = text.matchAll(/(^|[.!?:]\s+|["“(]\s*|\s)(\p{Lu}[\p{L}\p{N}'’-]*)/gu);
  return [...words].some(
    ([, before = '', word = '']) => /^\s$/.test(before) && !NO_NAMES.has(word.replace('’', "'")),
  );
}
