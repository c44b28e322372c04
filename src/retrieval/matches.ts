import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Statement } from '../db/tables/entries.ts';
import { statementsAt } from '../entries/revisions.ts';
import type { Query } from './candidate-search.ts';
import type { Candidate } from './find-candidates.ts';
import { MATCH_SHARE } from './presets.ts';
import { type Relevance, relevanceBy } from './relevance.ts';

/** A statement of an entry that matches a query, with the relevance and the text of its best chunk. */
export type Match = Relevance & {
  projectId: string;
  statement: Statement;
  occurredAt: Date;
  text: string;
};

/** A found entry with its best chunk, the relevance of that chunk, and `entryChunks` (`FoundEntry`). */
export type WholeEntry = Relevance &
  Pick<Candidate, 'chunk' | 'entryChunks'> & {
    entry: EntryRow;
  };

/**
 * For each entry, its statements that match, best first: the best one, and those with at least the share
 * `MATCH_SHARE` of its relevance.
 */
export async function findMatches(
  app: App,
  { query, asOf }: { query: Query; asOf: Date | null },
  found: readonly WholeEntry[],
): Promise<Map<string, Match[]>> {
  const relevanceOf = relevanceBy(query);
  const matches = new Map<string, Match[]>();
  for (const { entry, chunk, entryChunks, ...relevance } of found) {
    const { statement: number, occurredAt, text } = chunk;
    const best = { ...relevance, number, occurredAt, text };
    const near = (entryChunks ?? []).map((other) => ({
      ...relevanceOf(other),
      number: other.statement,
      occurredAt: other.occurredAt,
      text: other.text,
    }));
    const said = asOf === null ? entry.statements : await statementsAt(app, entry, asOf);
    matches.set(entry.id, matchesOf([best, ...near], said, entry.projectId));
  }
  return matches;
}

type NearestChunk = Relevance & { number: number; occurredAt: Date; text: string };

function matchesOf(chunks: readonly NearestChunk[], said: Statement[], projectId: string): Match[] {
  const sorted = chunks.toSorted((one, other) => other.relevance - one.relevance);
  const least = (sorted[0]?.relevance ?? 0) * MATCH_SHARE;
  const seen = new Set<number>();
  return sorted.flatMap(({ number, ...match }) => {
    const statement = said.find((one) => one.number === number);
    if (statement === undefined || seen.has(number) || match.relevance < least) return [];
    seen.add(number);
    return [{ ...match, projectId, statement }];
  });
}
