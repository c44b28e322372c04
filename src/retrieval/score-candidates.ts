import { isWhole } from '../db/expected-results.ts';
import type { Candidate } from './find-candidates.ts';
import { utilityPart } from './presets.ts';
import {
  blend,
  importancePart,
  minMax,
  type Parts,
  REFERENCE_RECENCY,
  recencyOf,
  weightedParts,
} from './score.ts';
import type { Scoring } from './types.ts';

/** A candidate with its score. Its entry can have only the columns that ranking uses. */
export type ScoredCandidate = Candidate & {
  /** The text that was searched for. */
  query: string;
  score: number;
  utility: number;
  recency: number;
  importance: number;
  /** What each part adds to the score. */
  parts: Parts;
};

/** The candidates with their scores. MIN_MAX scales the parts over the candidates `among`. */
export function scoreCandidates(
  candidates: readonly Candidate[],
  {
    retrieval,
    preset,
    now,
    creditRule,
    among = candidates,
  }: Scoring & { among?: readonly Candidate[] },
): ScoredCandidate[] {
  const partsOf = ({ entry, relevance }: Candidate): Parts => {
    const { now: at = now, recency = REFERENCE_RECENCY } = retrieval;
    return {
      relevance,
      utility: utilityPart({ ...entry, hasLesson: hasLesson(entry) }, creditRule),
      recency: recencyOf(entry, at, recency),
      importance: importancePart(entry.importance),
    };
  };
  const parts = candidates.map(partsOf);
  const scaled = retrieval.normalization === 'MIN_MAX' ? minMax(parts, among.map(partsOf)) : parts;
  return candidates.flatMap((candidate, i) => {
    const [own, ranked] = [parts[i], scaled[i]];
    if (own === undefined || ranked === undefined) return [];
    const { utility, recency, importance } = own;
    return {
      ...candidate,
      query: retrieval.query,
      utility,
      recency,
      importance,
      score: blend(ranked, preset.weights),
      parts: weightedParts(ranked, preset.weights),
    };
  });
}

function hasLesson(entry: Candidate['entry']): boolean {
  return isWhole(entry) ? entry.lesson !== null : entry.hasLesson;
}
