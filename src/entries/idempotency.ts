import type { Database } from '../db/database.ts';
import type { EntryRow } from '../db/rows.ts';
import type { StoredAnswer } from '../db/tables/idempotency.ts';
import { conflict, DomainError, notFound } from '../errors.ts';
import { insertAnswers, selectAnswers } from './idempotency-queries.ts';
import { selectEntriesByIds } from './read-queries.ts';
import type { WriteItem } from './write/prepare-writes.ts';
import type { Written } from './write/write-set.ts';

/** The stored answers, by the index of their item; the error CONFLICT if the key was used for a different request. */
export type Replays = ReadonlyMap<number, StoredAnswer | DomainError>;

/** The stored answers of the items whose idempotency key has been used. */
export async function findReplays(
  db: Database,
  projectId: string,
  items: readonly Pick<WriteItem, 'idempotencyKey' | 'callersKey' | 'requestHash'>[],
): Promise<Replays> {
  const keys = items.flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
  const stored = new Map(
    (await selectAnswers(db, projectId, keys)).map((write) => [write.key, write]),
  );
  const replays = new Map<number, StoredAnswer | DomainError>();
  for (const [place, item] of items.entries()) {
    const first = item.idempotencyKey === null ? undefined : stored.get(item.idempotencyKey);
    if (first === undefined) continue;
    const isSame = first.requestHash === item.requestHash;
    replays.set(
      place,
      isSame
        ? first.answer
        : conflict(
            `The idempotency key ${item.callersKey ?? first.key} was used for another write.`,
          ),
    );
  }
  return replays;
}

/** The outcomes of the stored answers, with the current state of their entries; NOT_FOUND if an entry was purged. */
export async function replayAll(
  db: Database,
  projectId: string,
  replays: Replays,
): Promise<Map<number, Written | DomainError>> {
  const ids = [...replays.values()].flatMap((answer) =>
    answer instanceof DomainError ? [] : [answer.entryId, answer.matchedEntryId ?? ''],
  );
  const rows = ids.length > 0 ? await selectEntriesByIds(db, projectId, ids) : [];
  const entries = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...replays].map(([place, answer]) => [
      place,
      answer instanceof DomainError ? answer : replay(answer, entries),
    ]),
  );
}

function replay(
  answer: StoredAnswer,
  entries: ReadonlyMap<string, EntryRow>,
): Written | DomainError {
  const entry = entries.get(answer.entryId);
  if (entry === undefined) return notFound('entry', answer.entryId);
  return {
    action: answer.action,
    entry,
    similarity: answer.similarity,
    matchedEntry: entries.get(answer.matchedEntryId ?? '') ?? null,
    rules: {
      duplicate: answer.duplicateThreshold,
      update: answer.updateThreshold,
      duplicatePolicy: answer.duplicatePolicy,
      maxStatements: answer.maxStatements,
    },
  };
}

/** Stores the answers of items with an idempotency key, in the transaction of the writes. */
export async function storeAnswers(
  db: Database,
  projectId: string,
  written: readonly { item: WriteItem; outcome: Written }[],
  now: Date,
): Promise<void> {
  const rows = written.flatMap(({ item, outcome }) =>
    item.idempotencyKey === null
      ? []
      : {
          projectId,
          key: item.idempotencyKey,
          requestHash: item.requestHash,
          extractionId: item.extractionId,
          createdAt: now,
          answer: {
            action: outcome.action,
            entryId: outcome.entry.id,
            similarity: outcome.similarity,
            matchedEntryId: outcome.matchedEntry?.id ?? null,
            duplicateThreshold: outcome.rules.duplicate,
            updateThreshold: outcome.rules.update,
            duplicatePolicy: outcome.rules.duplicatePolicy,
            maxStatements: outcome.rules.maxStatements,
          },
        },
  );
  // Sorted by key in every transaction, so that two calls with the same keys cannot deadlock.
  rows.sort((one, other) => (one.key < other.key ? -1 : 1));
  if (rows.length > 0) await insertAnswers(db, rows);
}
