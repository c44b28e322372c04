import type { EntryRow } from '../../db/rows.ts';
import type { Metadata } from '../../db/tables/columns.ts';
import { isMetadataSize, MAX_CONTENT_BYTES } from '../../input.ts';
import type { WriteRules } from '../../memories/write-rules.ts';
import { addsKeys, conflicts, contentBytesOf, newestOf } from '../statements.ts';
import { haveSwappedNames } from './swapped-names.ts';

/** A chunk in the memory that is similar to a chunk of the new text. `similarity` is cosine, −1..1. */
export type Neighbour = { entryId: string; statement: number; similarity: number };

/** The neighbours of one chunk of the new text. */
export type ChunkNeighbours = readonly Neighbour[];

/** The number of chunks nearest to each chunk of a new text. Their entries are compared with the text. */
export const NEIGHBOURS = 5;

export type SimilarEntry = { entryId: string; similarity: number };

/** A new text, and what the memory holds that is near to it. */
export type NewText = {
  text: string;
  metadata: Metadata;
  /** The statements that have exactly this text. */
  holders: readonly { entryId: string; statement: number }[];
  /** The neighbours of each chunk of the text. Complete for every entry that is near and has several statements. */
  neighbours: readonly ChunkNeighbours[];
};

/** `statement` is the number of the statement that already has the text; null if the text is added. */
export type Decision =
  | { action: 'CREATED'; nearest: SimilarEntry | null }
  | { action: 'UPDATED'; nearest: SimilarEntry; statement: number | null }
  | { action: 'SKIPPED'; nearest: SimilarEntry; statement: number };

type ComparedEntry = Pick<EntryRow, 'statements' | 'metadata'>;

/** pgvector computes in single precision, so similarities that differ in the seventh digit count as equal. */
const PRECISION = 1e6;

/**
 * Decides what a write does with a new text. Pure.
 * - SKIPPED: the text is, character by character, the newest statement of an entry, and its metadata adds nothing.
 * - UPDATED: an entry has the text as an earlier statement, or as its newest one and the metadata adds a key. Or the
 *   text is similar to every statement of an entry that has room for it, and the names in both have the same order
 *   (`haveSwappedNames`).
 * - CREATED: all other texts.
 *
 * The policy SIMILAR is the plain rule of SOAT for texts that the memory does not hold. It skips a text whose
 * similarity to an entry reaches `rules.duplicate`, and adds one whose similarity reaches `rules.update`, whatever its
 * other statements and the names are. With either policy, a text is never added to an entry whose metadata has another
 * value for a key. The similarity of a text of several chunks is that of its least similar chunk.
 */
export function decide(
  { text, metadata, holders, neighbours }: NewText,
  rules: WriteRules,
  entryOf: (id: string) => ComparedEntry,
): Decision {
  const ofHeld = decideHeld(holders, metadata, entryOf);
  if (ofHeld !== null) return ofHeld;
  const matches = rankMatches(neighbours);
  const [held] = holders;
  const nearest = held ? { entryId: held.entryId, similarity: 1 } : (matches[0] ?? null);
  if (nearest === null) return { action: 'CREATED', nearest };
  const isSimilarPolicy = rules.duplicatePolicy === 'SIMILAR';
  if (isSimilarPolicy) {
    const same = matches.find(
      ({ entryId, similarity }) =>
        similarity >= rules.duplicate && !conflicts(entryOf(entryId).metadata, metadata),
    );
    if (same) {
      const statement = nearestStatement(neighbours, same, entryOf);
      return { action: 'SKIPPED', nearest: same, statement };
    }
  }
  const joined = matches.find(({ entryId, similarity }) => {
    const entry = entryOf(entryId);
    return (
      similarity >= rules.update &&
      entry.statements.length < rules.maxStatements &&
      hasRoomFor(entry, text) &&
      takesMetadata(entry, metadata) &&
      (isSimilarPolicy ||
        entry.statements.every(
          (one) =>
            similarityTo(neighbours, { entryId, statement: one.number }) >= rules.update &&
            !haveSwappedNames(one.text, text),
        ))
    );
  });
  if (joined) return { action: 'UPDATED', nearest: joined, statement: null };
  return { action: 'CREATED', nearest };
}

/** The decision for a text that the memory holds, in an entry that takes the metadata. */
function decideHeld(
  holders: NewText['holders'],
  metadata: Metadata,
  entryOf: (id: string) => ComparedEntry,
): Decision | null {
  const fitting = holders.filter(({ entryId }) => takesMetadata(entryOf(entryId), metadata));
  const adds = ({ entryId, statement }: NewText['holders'][number]) => {
    const { statements } = entryOf(entryId);
    const own = statements.find(({ number }) => number === statement);
    return newestOf(statements) !== own || addsKeys(own.metadata, metadata);
  };
  const holder = fitting.find((one) => !adds(one)) ?? fitting[0];
  if (holder === undefined) return null;
  return {
    action: adds(holder) ? 'UPDATED' : 'SKIPPED',
    nearest: { entryId: holder.entryId, similarity: 1 },
    statement: holder.statement,
  };
}

/**
 * Whether the metadata of an entry has no other value for a key, and remains within its size limit with the new keys.
 */
function takesMetadata({ metadata: known }: ComparedEntry, given: Metadata): boolean {
  if (conflicts(known, given)) return false;
  return !addsKeys(known, given) || isMetadataSize({ ...known, ...given });
}

/** Whether the content of an entry remains within its size limit with one more text. */
function hasRoomFor(entry: ComparedEntry, text: string): boolean {
  return contentBytesOf(entry) + 1 + Buffer.byteLength(text) <= MAX_CONTENT_BYTES;
}

/** The entries that are similar to the text, nearest first. */
function rankMatches(neighbours: readonly ChunkNeighbours[]): SimilarEntry[] {
  const ids = new Set(neighbours.flatMap((ofChunk) => ofChunk.map(({ entryId }) => entryId)));
  return [...ids]
    .map((entryId) => ({ entryId, similarity: similarityTo(neighbours, { entryId }) }))
    .sort((one, other) => other.similarity - one.similarity);
}

/** The similarity of the text to an entry or to one of its statements; 0 for one that is not near. */
function similarityTo(
  neighbours: readonly ChunkNeighbours[],
  { entryId, statement }: { entryId: string; statement?: number },
): number {
  const nearest = neighbours.map((ofChunk) => {
    const own = ofChunk.filter(
      (near) =>
        near.entryId === entryId && (statement === undefined || near.statement === statement),
    );
    return own.length === 0 ? 0 : Math.max(...own.map(({ similarity }) => rounded(similarity)));
  });
  return Math.min(...nearest);
}

function nearestStatement(
  neighbours: readonly ChunkNeighbours[],
  { entryId }: SimilarEntry,
  entryOf: (id: string) => ComparedEntry,
): number {
  const [nearest] = entryOf(entryId)
    .statements.map(({ number }) => number)
    .sort(
      (one, other) =>
        similarityTo(neighbours, { entryId, statement: other }) -
        similarityTo(neighbours, { entryId, statement: one }),
    );
  return nearest ?? 1;
}

function rounded(similarity: number): number {
  return Math.round(similarity * PRECISION) / PRECISION;
}
