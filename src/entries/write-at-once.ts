import type { App } from '../app.ts';
import type { Cached } from '../chunk-cache/chunk-cache.ts';
import { requireUnheld } from '../db/chunks.ts';
import { isUnmetCondition } from '../db/failures.ts';
import type { EntryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { type Decided, decideParts, type Part } from './decide-parts.ts';
import type { Vectors } from './embed-texts.ts';
import { unitedAheads } from './find-near.ts';
import { knownState, missed, readStateBehind, used } from './known-state.ts';
import { comparedOf, type Loaded, readStatements } from './load-known.ts';
import { selectEntriesByIds } from './queries.ts';
import { isCheckedForContradictions } from './request-contradiction-checks.ts';
import { type MemoryWrites, prepareStoring } from './store-writes.ts';
import { type Taken, unitedVectors } from './write-round.ts';
import type { Near } from './write-set.ts';

type DecidedPart = { part: Part; decided: Decided };

/**
 * Decides writes from what this process knows, and stores them in one packet, provided that nothing in their project has changed
 * since (docs/decisions/054-writes-in-one-packet.md). It does so for texts that become entries of their own. Returns null where
 * nothing was stored, because the writes need more than that: then they are decided under the locks (`writeRound`).
 */
export async function writeAtOnce(
  app: App,
  cached: Cached,
  parts: readonly Part[],
): Promise<Taken[] | null> {
  const state = knownState(cached);
  if (state === null) {
    missed(cached);
    return null;
  }
  const { head, targets } = state;
  const memories = groupByMemory(parts);
  const isKnown = ({ ahead }: Part) => ahead?.cached === cached && ahead.number === head.number;
  if (!parts.every((part) => isPlain(part) && isKnown(part))) return null;
  const embedded = unitedVectors(parts);
  const now = app.clock();
  const sets: MemoryWrites[] = [];
  const decided: DecidedPart[] = [];
  for (const [memoryId, own] of memories) {
    const target = targets.get(memoryId);
    const known = loadCached(cached, own, embedded.vectors);
    if (target === undefined || known === null || isCheckedForContradictions(app, target.memory))
      return null;
    const toDecide = own.map((part) => ({ part, replays: new Map() }));
    const { set, results } = decideParts(
      app,
      { target, known, vectors: embedded.vectors, now },
      toDecide,
    );
    if (set.changed.size > 0) return null;
    sets.push({ target, set });
    for (const [i, part] of own.entries()) {
      const result = results[i];
      if (result === undefined || 'error' in result) return null;
      decided.push({ part, decided: result });
    }
  }
  const project = sets[0]?.target.project;
  if (project === undefined) return null;
  const { id: projectId, updatedAt } = project;
  const written = decided.flatMap((one) => [...one.decided.written.values()]);
  const isNew = (id: string) => sets.some(({ set }) => set.created.has(id));
  const matchedIds = written
    .flatMap(({ matchedEntry }) => matchedEntry?.id ?? [])
    .filter((id) => !isNew(id));
  const texts = parts.flatMap(({ memoryId, writes }) =>
    writes.flatMap((write) => (write.type === 'TEXT' ? { memoryId, hash: write.text.hash } : [])),
  );
  let matched: EntryRow[] = [];
  const locks = [...memories.keys()].sort();
  const options = { locks, ifUnchanged: { ...head, updatedAt } };
  try {
    const recorder = { project, actor: '' };
    const keep = await transact(app, recorder, options, async (transaction) => {
      const { db, atCommit } = transaction;
      atCommit(() => requireUnheld(db, projectId, { space: embedded.space, texts }));
      atCommit(await prepareStoring(transaction, sets, { ...embedded, now }));
      atCommit(async () => {
        // Counts of uses change without an event.
        matched = await selectEntriesByIds(db, projectId, matchedIds);
      });
      return readStateBehind(app, transaction, { cached, parts });
    });
    keep?.();
  } catch (error) {
    if (!isUnmetCondition(error)) throw error;
    missed(cached);
    return null;
  }
  used(cached);
  const current = new Map(matched.map((entry) => [entry.id, entry]));
  return parts.map((part) => {
    const own = decided.find((one) => one.part === part)?.decided.written.values() ?? [];
    const outcomes = [...own].map((one) => ({
      ...one,
      matchedEntry: (one.matchedEntry && current.get(one.matchedEntry.id)) ?? one.matchedEntry,
    }));
    return { outcomes, written: outcomes };
  });
}

function groupByMemory(parts: readonly Part[]): Map<string, Part[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    groups.set(part.memoryId, [...(groups.get(part.memoryId) ?? []), part]);
  }
  return groups;
}

/** Whether a part is nothing but new facts of one chunk each, which replace nothing. */
function isPlain({ writes, items, next }: Part): boolean {
  return (
    next === null &&
    items.every(({ idempotencyKey }) => idempotencyKey === null) &&
    writes.every(
      (write) =>
        write.type === 'TEXT' &&
        write.kind === 'FACT' &&
        write.supersedes.length === 0 &&
        write.text.chunks.length === 1,
    )
  );
}

/** What the cached chunks tell of the facts that are near to the texts; null if that is not enough to decide. */
function loadCached(cached: Cached, parts: readonly Part[], vectors: Vectors): Loaded | null {
  const near = unitedAheads(parts.flatMap(({ ahead }) => ahead ?? []))?.near;
  const compared = comparedOf(
    parts.flatMap(({ writes }) => writes),
    vectors,
  );
  const neighbours = new Map<string, Near>();
  const entries = new Map<string, EntryRow>();
  for (const chunk of compared) {
    const chunks = near?.get(chunk);
    if (chunks === undefined) return null;
    neighbours.set(chunk, { chunks, statements: readStatements(chunks) });
    for (const { entryId, statements } of chunks) {
      const entry = cached.chunks.entryOf(entryId);
      if (statements === null && entry.statements.length > 1) return null;
      entries.set(entryId, entry);
    }
  }
  return { texts: new Map(), neighbours, entries };
}
