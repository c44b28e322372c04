import { z } from 'zod';
import type { App } from '../../app.ts';
import type { EntryRow, ProjectRow } from '../../db/rows.ts';
import { DomainError, notFound } from '../../errors.ts';
import type { Transaction } from '../../events/transact.ts';
import { checkInput, idempotencyKeyInput } from '../../input.ts';
import { getMemory } from '../../memories/memories.ts';
import { addToStreamState } from '../../memories/memory-state.ts';
import { requestHashOf } from '../../projects/request-hash.ts';
import { requireOfReflection } from '../../projects/required-metadata.ts';
import type { Caller } from '../../projects/viewer.ts';
import { requireBulkSize, writeValid } from '../bulk-items.ts';
import { entryDeleted } from '../conflicts.ts';
import { entryIdsInput, findById, withoutDeletedMemories } from '../entries-by-memory.ts';
import { requestRatings } from '../entry-state.ts';
import { findReplays, replayAll } from '../idempotency.ts';
import { contentOf, newestOf } from '../statements.ts';
import { sharesOf, sumShares } from '../stream-share.ts';
import { PLAIN_TEXT, type WriteItem } from '../write/prepare-writes.ts';
import { writeTexts } from '../write/route-writes.ts';
import type { Written } from '../write/write-set.ts';

const copyEntriesInput = z.object({
  entryIds: entryIdsInput,
  memoryId: z.string(),
  idempotencyKey: idempotencyKeyInput,
});

type Copy = z.infer<typeof copyEntriesInput>;
type CopyOutcome = Written | DomainError;

/**
 * Writes the contents of entries to another memory, as `writeEntries` writes texts. Returns the outcome of each
 * copy, in order; with the idempotency key of an earlier call, the outcome of that call.
 * @throws BAD_USER_INPUT, NOT_FOUND (the memory), EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function copyEntries(
  app: App,
  caller: Caller,
  input: unknown,
): Promise<CopyOutcome[]> {
  const copy = checkInput(copyEntriesInput, input);
  const { project } = caller;
  await getMemory(app, project.id, copy.memoryId);
  const keys = keysOf(copy);
  const replays = await findReplays(app.db, project.id, keys);
  const replayed = await replayAll(app.db, project.id, replays);
  const entries = await findCopyable(app, project.id, copy.entryIds);
  const items = copy.entryIds.flatMap((id, i) =>
    replayed.has(i)
      ? []
      : [toItem(project, { id, place: i, entry: entries.get(id), key: keys[i] ?? NO_KEY })],
  );
  const written = await writeValid(items, (valid) =>
    writeCopies(app, caller, { memoryId: copy.memoryId, items: valid }),
  );
  const next = written.values();
  return copy.entryIds.map((_, i) => replayed.get(i) ?? (next.next().value as CopyOutcome));
}

/** The idempotency key of each item, derived from the key of the call, with the hash of the whole request. */
function keysOf({ idempotencyKey = null, entryIds, memoryId }: Copy): ItemKey[] {
  const requestHash = requestHashOf({ copyEntries: entryIds, memoryId });
  return entryIds.map((_, place) => ({
    idempotencyKey:
      idempotencyKey === null ? null : requestHashOf({ copyEntries: idempotencyKey, place }),
    callersKey: idempotencyKey,
    requestHash,
  }));
}

const NO_KEY = { idempotencyKey: null, callersKey: null, requestHash: '' };

type ItemKey = Pick<WriteItem, 'idempotencyKey' | 'callersKey' | 'requestHash'>;

/** The entries by id, without those of deleted memories. @throws BAD_USER_INPUT if they are too large together */
async function findCopyable(
  app: App,
  projectId: string,
  entryIds: readonly string[],
): Promise<Map<string, EntryRow>> {
  const found = await findById(app, projectId, entryIds);
  const copied = entryIds.map((id) => {
    const entry = found.get(id);
    return { content: entry === undefined ? '' : contentOf(entry) };
  });
  requireBulkSize(copied, { path: 'input.entryIds', noun: 'ids' });
  return withoutDeletedMemories(app, projectId, found);
}

/** The copy of an entry. An observation without `occurredAt` gets the time at which the entry was created. */
function toItem(project: ProjectRow, { id, place, entry, key }: Copied): WriteItem | DomainError {
  if (entry === undefined) return notFound('entry', id);
  if (entry.deletedAt !== null) return entryDeleted(id);
  const fault = faultOf(project, entry, `input.entryIds[${place}]`);
  if (fault !== null) return fault;
  const { kind, source, metadata, lesson, importance, importanceParts, depth, expiresAt } = entry;
  const happenedAt = importanceParts === null ? null : entry.createdAt;
  const occurredAt = entry.occurredAt ?? happenedAt;
  const { context } = newestOf(entry.statements);
  const stream = { importance, importanceParts, depth, occurredAt, expiresAt };
  const item = { content: contentOf(entry), context, kind, source, metadata, lesson };
  return { ...PLAIN_TEXT, ...item, ...stream, ...key };
}

/** Why an entry cannot be copied; null if it can. */
function faultOf(project: ProjectRow, entry: EntryRow, path: string): DomainError | null {
  try {
    requireOfReflection(project, entry, path);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

type Copied = { id: string; place: number; entry: EntryRow | undefined; key: ItemKey };

async function writeCopies(
  app: App,
  caller: Caller,
  { memoryId, items }: { memoryId: string; items: WriteItem[] },
): Promise<CopyOutcome[]> {
  const outcomes = await writeTexts(app, caller, {
    memoryId,
    items,
    rules: {},
    dryRun: false,
    alongside: (transaction, written) => enterStream(transaction, caller, { memoryId, written }),
  });
  app.jobsSignal.notify();
  return outcomes;
}

/**
 * Adds the created copies to the state of the stream, and requests their ratings. The next recorded
 * observation opens a cycle if its thresholds are reached.
 */
async function enterStream(
  { db }: Transaction,
  { project }: Caller,
  { memoryId, written }: { memoryId: string; written: readonly Written[] },
): Promise<void> {
  const created = written.flatMap(({ action, entry }) => (action === 'CREATED' ? [entry] : []));
  const shares = sharesOf(created);
  const memory = { projectId: project.id, id: memoryId };
  if (shares.length > 0) await addToStreamState(db, memory, sumShares(shares, null));
  await requestRatings(db, memory, created);
}
