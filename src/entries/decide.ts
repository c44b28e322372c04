import type { Thresholds } from '../projects/settings.ts';
import { saysTheSame } from './text-equality.ts';

/** A chunk in the memory that a chunk of the new text resembles; similarity is cosine, −1..1. */
export type Neighbour = { entryId: string; text: string; similarity: number };

/** A chunk of the new text and its nearest neighbours in the memory. */
export type Probe = { text: string; neighbours: readonly Neighbour[] };

export type Match = { entryId: string; similarity: number };

export type Decision =
  | { action: 'CREATED'; nearest: Match | null }
  | { action: 'UPDATED' | 'SKIPPED'; nearest: Match };

/** pgvector computes in single precision: similarities that differ in the seventh digit are equal. */
const PRECISION = 1e6;

/**
 * What to do with a new text: SOAT's write algorithm, with the guard that a skip loses no value. SKIPPED where
 * an entry at or above the threshold `duplicate` says the same, else UPDATED (merged into the nearest entry) at
 * or above `update`, else CREATED. A text of several chunks is as similar to an entry as the chunk that is
 * least similar to it. Pure.
 */
export function decide(probes: readonly Probe[], thresholds: Thresholds): Decision {
  const matches = rankMatches(probes);
  const [nearest] = matches;
  if (nearest === undefined) return { action: 'CREATED', nearest: null };
  const duplicate = matches.find(
    (match) =>
      match.similarity >= thresholds.duplicate && coversAll(probes, match.entryId, thresholds),
  );
  if (duplicate) return { action: 'SKIPPED', nearest: duplicate };
  return { action: nearest.similarity >= thresholds.update ? 'UPDATED' : 'CREATED', nearest };
}

/** The entries that the text resembles, nearest first. */
function rankMatches(probes: readonly Probe[]): Match[] {
  const nearest = probes.map(nearestPerEntry);
  const ids = new Set(nearest.flatMap((similarities) => [...similarities.keys()]));
  return [...ids]
    .map((entryId) => ({
      entryId,
      // 0 where none of the entry's chunks is among the neighbours.
      similarity: Math.min(...nearest.map((similarities) => similarities.get(entryId) ?? 0)),
    }))
    .sort((one, other) => other.similarity - one.similarity);
}

/** Similarity of a chunk to the nearest chunk of each entry. */
function nearestPerEntry({ neighbours }: Probe): Map<string, number> {
  const nearest = new Map<string, number>();
  for (const { entryId, similarity } of neighbours) {
    const known = nearest.get(entryId) ?? Number.NEGATIVE_INFINITY;
    nearest.set(entryId, Math.max(known, rounded(similarity)));
  }
  return nearest;
}

function coversAll(probes: readonly Probe[], entryId: string, { duplicate }: Thresholds): boolean {
  return probes.every((probe) =>
    probe.neighbours.some(
      (near) =>
        near.entryId === entryId &&
        rounded(near.similarity) >= duplicate &&
        saysTheSame(probe.text, near.text),
    ),
  );
}

function rounded(similarity: number): number {
  return Math.round(similarity * PRECISION) / PRECISION;
}
