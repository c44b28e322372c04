import type { App } from '../app.ts';
import type { EntryRow } from '../db/rows.ts';
import type { Statement } from '../db/tables.ts';
import type { ChunkScope } from '../db/vector-search.ts';
import { statementsAt } from '../entries/entries.ts';
import type { Candidate } from './find-candidates.ts';
import type { Measure, Relevance } from './measure.ts';
import { MATCH_SHARE } from './presets.ts';
import { selectChunksOf } from './queries.ts';

/** A statement of an entry that matches a query, with the values of its best chunk. */
export type Match = Relevance & { projectId: string; statement: Statement; occurredAt: Date };

/** An entry that was found, with its best chunk and the values of that chunk. */
export type FoundEntry = Relevance & { entry: EntryRow; chunk: Candidate['chunk'] };

/**
 * For each entry, its statements that match, best first: the best one, and those with at least the share
 * `MATCH_SHARE` of its relevance.
 */
export async function findMatches(
  app: App,
  { scope, measure }: { scope: ChunkScope; measure: Measure },
  found: readonly FoundEntry[],
): Promise<Map<string, Match[]>> {
  // With a time, an entry can have said more than it says now.
  const others = found.filter(({ entry }) => scope.asOf !== null || entry.statements.length > 1);
  const entryIds = others.map(({ entry }) => entry.id);
  const { embedding, words } = measure;
  const chunks =
    entryIds.length === 0
      ? []
      : await selectChunksOf(app.db, scope, { embedding, words, entryIds });
  const matches = new Map<string, Match[]>();
  for (const { entry, chunk, ...relevance } of found) {
    const best = { ...relevance, number: chunk.statement, occurredAt: chunk.occurredAt };
    const near = chunks
      .filter(({ entryId }) => entryId === entry.id)
      .map(({ statement, occurredAt, ...values }) => ({
        ...measure.relevanceOf({ ...values, occurredAt }),
        number: statement,
        occurredAt,
      }));
    const said = await saidBy(app, scope, entry);
    matches.set(entry.id, matchesOf([best, ...near], said, entry.projectId));
  }
  return matches;
}

/** What an entry says, now or at the time of the search. */
async function saidBy(app: App, { asOf }: ChunkScope, entry: EntryRow): Promise<Statement[]> {
  return asOf === null ? entry.statements : statementsAt(app, entry, asOf);
}

type Near = Relevance & { number: number; occurredAt: Date };

function matchesOf(chunks: readonly Near[], said: Statement[], projectId: string): Match[] {
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
