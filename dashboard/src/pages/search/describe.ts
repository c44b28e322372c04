import { conditionCount } from '../../components/scope.ts';
import { absoluteTime } from '../../components/time.tsx';
import { count, sentenceCase } from '../../components/words.ts';
import { PARTS, type SearchSettings } from './search-params.ts';

/** The settings in one line, shown while their fields are folded. */
export function describe(settings: SearchSettings): string {
  const { preset = 'knowledge', mode, limit, minScore, lambda, mmrLambda, weights } = settings;
  const { ranking, normalization, decayFactor, now, asOf, includeSuperseded, scope } = settings;
  const conditions = conditionCount(scope ?? {});
  const told = [
    sentenceCase(preset),
    mode && `mode ${sentenceCase(mode)}`,
    limit !== undefined && `limit ${limit}`,
    minScore !== undefined &&
      `lowest ${preset === 'reflections' ? 'similarity' : 'score'} ${minScore}`,
    lambda !== undefined && `utility weight ${lambda}`,
    mmrLambda !== undefined && `MMR ${mmrLambda}`,
    ranking && `ranking ${sentenceCase(ranking)}`,
    ...PARTS.map((part) => weights?.[part] !== undefined && `${part} weight ${weights[part]}`),
    normalization && `normalization ${sentenceCase(normalization)}`,
    decayFactor !== undefined && `decay ${decayFactor}`,
    now && `recency at ${absoluteTime(now)}`,
    asOf && `as of ${absoluteTime(asOf)}`,
    includeSuperseded && 'with superseded entries',
    conditions > 0 && count(conditions, 'condition'),
  ];
  return told.filter((part) => typeof part === 'string').join(' · ');
}
