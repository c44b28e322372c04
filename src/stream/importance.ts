import type { ImportanceParts } from '../db/tables/entries.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { withoutThoughts } from '../models/without-thoughts.ts';
import { namesEntity } from './names-entity.ts';

/** The importance of a text without a rating, or whose rating cannot be parsed (Generative Agents). */
export const DEFAULT_IMPORTANCE = 5;

const MAX_IMPORTANCE = 10;

const FEELINGS =
  /\b(prefer(s|red|ence|ences)?|like[sd]?|love[sd]?|hate[sd]?|enjoy(s|ed)?|always|never|want(s|ed)?|happy|sad|angry|afraid|fear(s|ed)?|excited|worried|upset|proud|stressed)\b/i;
const GOALS = /\b(goals?|objectives?|must|needs? to|needed to|should|priorit(y|ies))\b/i;

/** The scale of the rating, which a model may repeat before its number. */
const SCALE = /(?:on a scale (?:of|from) )?\(?\b1\s*(?:to|and|-|–)\s*10\b\)?/i;

/** The meaning of the ends of the scale, which a model may repeat, as "1 being mundane and 10 being life-changing". */
const ENDS = /\b1 (?:being|is|means|for)\b[^\d.]{0,60}\b(?:and|to) 10\b[^\d,.;:)]{0,60}/i;

/** Parses an answer that should be a number from 1 to 10; null if it is not. */
export function readRating(answer: string): number | null {
  const rest = withoutThoughts(answer).replace(SCALE, '').replace(ENDS, '').trim();
  const found = /^\D{0,80}?(\d+(?:\.\d+)?)(?!\d)/.exec(rest);
  const said = Number(found?.[1] ?? Number.NaN);
  const rating = Math.round(said);
  const isNegative = /-\s*\d/.test(rest.slice(0, 45));
  return said >= 1 && rating <= MAX_IMPORTANCE && !isNegative ? rating : null;
}

/** The numbers that are added for a named entity, for a preference or emotion, and for a goal. */
export type Additions = Pick<StreamSettings, 'entityAddition' | 'feelingAddition' | 'goalAddition'>;

/** The additions to the importance of a text. */
export function additionsOf(
  text: string,
  settings: Additions,
): Pick<ImportanceParts, 'entity' | 'feeling' | 'goal'> {
  return {
    entity: namesEntity(text) ? settings.entityAddition : 0,
    feeling: FEELINGS.test(text) ? settings.feelingAddition : 0,
    goal: GOALS.test(text) ? settings.goalAddition : 0,
  };
}

/** The sum of the parts, at most 10. An importance from the caller has no additions. */
export function importanceOf(parts: ImportanceParts): number {
  if (parts.source === 'CALLER') return parts.base;
  return Math.min(MAX_IMPORTANCE, parts.base + parts.entity + parts.feeling + parts.goal);
}
