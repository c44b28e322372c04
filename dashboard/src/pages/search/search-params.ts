import type { KnowledgeScope, Normalization, SearchMode, StreamRanking } from '../../api/types.ts';
import { isObject } from '../../components/json-object.ts';
import { parseScope } from '../../components/scope.ts';
import {
  type Bounds,
  isWithin,
  numeric,
  oneOf,
  type RawSearch,
  text,
  time,
  yes,
} from '../../layout/search-params.ts';

export const PRESETS = ['knowledge', 'reflections', 'stream'] as const;
export const MODES: readonly SearchMode[] = ['HYBRID', 'SEMANTIC', 'LEXICAL'];
export const RANKINGS: readonly StreamRanking[] = [
  'MEASURED',
  'GENERATIVE_AGENTS',
  'PAPER_CODE',
  'SOAT',
  'REFLECT',
];
export const NORMALIZATIONS: readonly Normalization[] = ['NONE', 'MIN_MAX'];
export const PARTS = ['relevance', 'utility', 'recency', 'importance'] as const;

const SHARE: Bounds = { min: 0, max: 1 };

/** What the API takes, and what the greatest weights can make of a score. */
export const BOUNDS = {
  limit: { min: 1, max: 100, isInteger: true },
  minScore: SHARE,
  minScoreOfStream: { min: 0, max: 400 },
  lambda: SHARE,
  mmrLambda: SHARE,
  weight: { min: 0, max: 100 },
  decayFactor: { min: 0.0001, max: 1 },
} as const satisfies Record<string, Bounds>;

export type Preset = (typeof PRESETS)[number];
export type Part = (typeof PARTS)[number];

/** The parameters of a search that differ from the defaults. */
export type SearchSettings = {
  preset?: Preset;
  mode?: SearchMode;
  limit?: number;
  minScore?: number;
  lambda?: number;
  mmrLambda?: number;
  weights?: Partial<Record<Part, number>>;
  ranking?: StreamRanking;
  normalization?: Normalization;
  decayFactor?: number;
  now?: string;
  asOf?: string;
  includeSuperseded?: boolean;
  scope?: KnowledgeScope;
};

/** What the address of the page says. */
export type SearchSearch = SearchSettings & {
  /** The text that is searched for, or the user's message to an agent. */
  query?: string;
  /** The settings that are compared with the others. */
  other?: SearchSettings;
  /** The page shows what an agent would see. */
  view?: 'agent';
  agentId?: string;
};

export function parseSearchSearch(search: RawSearch): SearchSearch {
  const { other } = search;
  return {
    ...text(search, 'query'),
    ...oneOf(search, 'view', ['agent'] as const),
    ...text(search, 'agentId'),
    ...parseSettings(search),
    other: isObject(other) ? parseSettings(other) : undefined,
  };
}

function parseSettings(search: RawSearch): SearchSettings {
  const isStream = search.preset === 'stream';
  return {
    ...oneOf(search, 'preset', PRESETS),
    ...oneOf(search, 'mode', MODES),
    ...numeric(search, 'limit', BOUNDS.limit),
    ...numeric(search, 'minScore', isStream ? BOUNDS.minScoreOfStream : BOUNDS.minScore),
    ...numeric(search, 'lambda', BOUNDS.lambda),
    ...numeric(search, 'mmrLambda', BOUNDS.mmrLambda),
    ...oneOf(search, 'ranking', RANKINGS),
    ...oneOf(search, 'normalization', NORMALIZATIONS),
    ...numeric(search, 'decayFactor', BOUNDS.decayFactor),
    ...time(search, 'now'),
    ...time(search, 'asOf'),
    ...yes(search, 'includeSuperseded'),
    weights: isObject(search.weights) ? parseWeights(search.weights) : undefined,
    scope: parseScope(search.scope),
  };
}

function parseWeights(given: RawSearch): Partial<Record<Part, number>> {
  const known = PARTS.flatMap((part) => {
    const value = given[part];
    return isWithin(value, BOUNDS.weight) ? [[part, value] as const] : [];
  });
  return Object.fromEntries(known);
}
