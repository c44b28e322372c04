import { z } from 'zod';
import type { App } from '../../app.ts';
import { moveChunks } from '../../db/chunks.ts';
import type { Database } from '../../db/database.ts';
import { selectHoldersOf } from '../../db/held-texts.ts';
import type { EntryRow } from '../../db/rows.ts';
import { conflict, type DomainError } from '../../errors.ts';
import { type Transaction, transact } from '../../events/transact.ts';
import { checkInput } from '../../input.ts';
import { addCounts, getMemory, readForWrite, type WriteTarget } from '../../memories/memories.ts';
import { addToStreamState } from '../../memories/memory-state.ts';
import { spaceOf } from '../../projects/settings.ts';
import type { Caller } from '../../projects/viewer.ts';
import { entryDeleted, textTaken } from '../conflicts.ts';
import { requestContradictionChecks } from '../contradictions/request-contradiction-checks.ts';
import { type Changed, changeByMemory, entryIdsInput } from '../entries-by-memory.ts';
import { requestRatings } from '../entry-state.ts';
import { indexSoon, isIndexingBehind } from '../index/index-chunks.ts';
import { updateMemoryOfEntries } from '../queries.ts';
import { selectCoveredThrough, selectEntriesByIds, selectSuperseded } from '../read-queries.ts';
import { areAlike, contentBytesOf } from '../statements.ts';
import { sharesOf, sumShares } from '../stream-share.ts';

const moveEntriesInput = z.object({ entryIds: entryIdsInput, memoryId: z.string() });

/**
 * Moves entries to another memory. They keep their ids, revisions, utilities, evidence and vectors. Returns
 * each entry or its error, in order.
 * @throws BAD_USER_INPUT, NOT_FOUND (the memory)
 */
export async function moveEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<(EntryRow | DomainError)[]> {
  const { entryIds, memoryId: to } = checkInput(moveEntriesInput, input);
  const { id: projectId } = caller.project;
  await getMemory(app, projectId, to);
  const moved = await changeByMemory(app, { projectId, entryIds }, (from, ids) =>
    moveFrom(app, caller, { from, to, ids }),
  );
  indexSoon(app, projectId);
  app.jobsSignal.notify();
  return moved;
}

type EntryMove = { from: string; to: string; ids: string[] };

/** Moves entries of one memory in one transaction. Entries that have left the memory have no result. */
function moveFrom(app: App, caller: Caller, { from, to, ids }: EntryMove): Promise<Changed> {
  const projectId = caller.project.id;
  const locks = [...new Set([from, to])].sort();
  return transact(app, caller, { locks }, async (transaction) => {
    const { db } = transaction;
    const [source, target, found, holders, replaced] = await Promise.all([
      readForWrite(db, projectId, from),
      readForWrite(db, projectId, to),
      selectEntriesByIds(db, projectId, ids),
      from === to ? new Map() : selectHoldersOf(db, { projectId, memoryId: to }, ids),
      selectSuperseded(db, projectId, ids),
    ]);
    const results = new Map<string, EntryRow | DomainError>();
    const movable: EntryRow[] = [];
    const rows = await selectEntriesByIds(db, projectId, [...holders.values()].flat());
    for (const entry of found.filter(({ memoryId }) => memoryId === from)) {
      const own: string[] = holders.get(entry.id) ?? [];
      const alike = rows.filter((other) => own.includes(other.id) && areAlike(other, entry));
      const refused = conflictOf(entry, alike[0]?.id);
      if (refused === null && from !== to) movable.push(entry);
      results.set(entry.id, refused ?? entry);
    }
    for (const [id, error] of removeParted(movable, replaced)) results.set(id, error);
    if (movable.length === 0) return results;
    const moved = await storeMove(app, { caller, transaction, source, target, entries: movable });
    for (const entry of moved) results.set(entry.id, entry);
    return results;
  });
}

/**
 * Removes from `movable` the entries whose move would separate an entry from the one that replaces it, and returns
 * their errors by id. Both entries of such a pair are moved, or neither.
 */
function removeParted(
  movable: EntryRow[],
  replaced: readonly EntryRow[],
): Map<string, DomainError> {
  const errors = new Map<string, DomainError>();
  const partnerOf = (entry: EntryRow): string | null => {
    const partners = replaced.filter((one) => one.supersededBy === entry.id).map(({ id }) => id);
    if (entry.supersededBy !== null) partners.push(entry.supersededBy);
    return partners.find((id) => !movable.some((other) => other.id === id)) ?? null;
  };
  const nextParted = () => movable.findIndex((entry) => partnerOf(entry) !== null);
  for (let at = nextParted(); at >= 0; at = nextParted()) {
    const [entry] = movable.slice(at);
    if (entry === undefined) break;
    errors.set(entry.id, parted(entry.id, partnerOf(entry)));
    movable.splice(at, 1);
  }
  return errors;
}

function parted(entryId: string, partnerId: string | null): DomainError {
  const message = `One of the entries ${entryId} and ${partnerId} replaces the other; move both in one call, or first make the replaced one current with supersedeEntries.`;
  return conflict(message, { entryId });
}

function conflictOf(entry: EntryRow, holder: string | undefined): DomainError | null {
  if (entry.deletedAt !== null) return entryDeleted(entry.id);
  return holder === undefined ? null : textTaken(holder);
}

type Work = {
  caller: Caller;
  transaction: Transaction;
  source: WriteTarget;
  target: WriteTarget;
  entries: EntryRow[];
};

/** Stores a move with its events and the counts of both memories. Returns the moved entries. */
async function storeMove(
  app: App,
  { caller, transaction, source, target, entries }: Work,
): Promise<EntryRow[]> {
  const { db, record } = transaction;
  const { project, memory } = target;
  const moved = { memoryId: memory.id, updatedAt: app.clock(), updatedBy: caller.actor };
  const entryIds = entries.map(({ id }) => id);
  const [chunks] = await Promise.all([
    moveChunks(db, project.id, {
      entryIds,
      memoryId: memory.id,
      space: spaceOf(project),
      isIndexed: isIndexingBehind(app, project.id),
    }),
    updateMemoryOfEntries(db, project.id, { ids: entryIds, ...moved }),
    moveShares(db, { source, target, entries }),
  ]);
  const contentBytes = entries.reduce((sum, entry) => sum + contentBytesOf(entry), 0);
  const counts = { entries: entries.length, chunks, contentBytes };
  await addCounts(db, project.id, [
    {
      memoryId: source.memory.id,
      entries: -counts.entries,
      chunks: -chunks,
      contentBytes: -contentBytes,
    },
    { memoryId: memory.id, ...counts },
  ]);
  await requestRatings(db, memory, entries);
  const pending = entries.filter(({ contradictionPending }) => contradictionPending);
  await requestContradictionChecks(app, db, { memory, entries: pending });
  record(
    ...entries.map((entry) => ({
      type: 'ENTRY_MOVED' as const,
      memory,
      entryId: entry.id,
      changes: [{ field: 'memoryId', before: entry.memoryId, after: memory.id }],
    })),
  );
  return entries.map((entry) => ({ ...entry, ...moved }));
}

/**
 * Moves the entries' shares in the state of the stream. A share that a cycle of the source memory covers is not moved.
 * The next recorded observation opens a cycle of the target if its thresholds are reached.
 */
async function moveShares(
  db: Database,
  { source, target, entries }: Pick<Work, 'source' | 'target' | 'entries'>,
): Promise<void> {
  const shares = sharesOf(entries);
  if (shares.length === 0) return;
  const [left, entered] = await Promise.all([
    selectCoveredThrough(db, source.memory),
    selectCoveredThrough(db, target.memory),
  ]);
  const counted = shares.filter(({ entryId }) => left === null || entryId > left);
  const taken = sumShares(counted, null);
  await addToStreamState(db, source.memory, { importance: -taken.importance, count: -taken.count });
  await addToStreamState(db, target.memory, sumShares(counted, entered));
}
