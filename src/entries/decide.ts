import type { Thresholds } from '../projects/settings.ts';
import { saysTheSame } from './text-equality.ts';

/** A chunk in the memory that is similar to a chunk of the new text. `similarity` is cosine, −1..1. */
export type Neighbour = { entryId: string; text: string; similarity: number };

/** A chunk of the new text and its nearest neighbours in the memory. */
export type Probe = { text: string; neighbours: readonly Neighbour[] };

export type Match = { entryId: string; similarity: number };

export type Decision =
  | { action: 'CREATED'; nearest: Match | null }
  | { action: 'UPDATED' | 'SKIPPED'; nearest: Match };

/** pgvector computes in single precision, so similarities that differ in the seventh digit count as equal. */
const PRECISION = 1e6;

/**
 * Decides what a write does with a new text. This is SOAT's algorithm with an additional condition, so that a
 * skip loses no value. SKIPPED: an entry with at least the similarity `duplicate` has the same words.
 * UPDATED: the nearest entry has at least the similarity `update`; the text is merged into it. CREATED
 * otherwise. The similarity of a text of several chunks to an entry is that of its least similar chunk. Pure.
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

/** The entries that are similar to the text, nearest first. */
function rankMatches(probes: readonly Probe[]): Match[] {
  const nearest = probes.map(nearestPerEntry);
  const ids = new Set(nearest.flatMap((similarities) => [...similarities.keys()]));
  return [...ids]
    .map((entryId) => ({
      entryId,
      // 0 if none of the entry's chunks is among the neighbours.
      similarity: Math.min(...nearest.map((similarities) => similarities.get(entryId) ?? 0)),
    }))
    .sort((one, other) => other.similarity - one.similarity);
}

/** Similarity of a chunk to the nearest chunk of each entry, by entry id. */
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
