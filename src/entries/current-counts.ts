import { type EntryCounts, readCounts } from '../chunk-cache/entry-counts.ts';
import type { EntryRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import type { Transaction } from '../events/transact.ts';
import type { Written } from './write/write-set.ts';

type Outcomes = readonly (Written | DomainError)[];

/**
 * Adds a statement to a transaction that reads the current counts of the matched entries of outcomes. The counts of
 * cached entries can be outdated. Returns a function that puts the counts into an outcome; call it after the commit.
 */
export function readCountsAtCommit(
  { db, atCommit }: Transaction,
  projectId: string,
  outcomes: Outcomes,
): <One extends Written | DomainError>(outcome: One) => One {
  const written = outcomes.flatMap((one) => (one instanceof DomainError ? [] : [one]));
  const ids = [...new Set(written.flatMap(({ matchedEntry }) => matchedEntry?.id ?? []))];
  let counts: ReadonlyMap<string, EntryCounts> = new Map();
  atCommit(async () => {
    if (ids.length > 0) counts = await readCounts(db, projectId, ids);
  });
  const withCounts = (entry: EntryRow) => {
    const current = counts.get(entry.id);
    return current ? { ...entry, ...current } : entry;
  };
  return (outcome) =>
    outcome instanceof DomainError
      ? outcome
      : {
          ...outcome,
          entry: withCounts(outcome.entry),
          matchedEntry: outcome.matchedEntry && withCounts(outcome.matchedEntry),
        };
}
