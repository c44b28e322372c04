import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import type { EntryRow, NewRevision, ProjectRow } from '../db/rows.ts';
import { spaceName } from '../db/spaces.ts';
import type { EventType, FieldChange } from '../db/tables.ts';
import { conflict } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { type Transaction, transact } from '../events/transact.ts';
import { addCounts, type Held, holdMemory } from '../memories/hold-memory.ts';
import { getProject } from '../projects/find-projects.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  chunkRows,
  cutPassages,
  type Embedded,
  embedForNext,
  embedPassages,
  searchablesOf,
} from './embed-passages.ts';
import { contentOf, getEntry } from './find-entries.ts';
import {
  deleteChunks,
  insertChunks,
  insertRevisions,
  selectEntriesByIds,
  selectKnownTexts,
  updateEntryRow,
} from './queries.ts';

/** What a change makes of an entry. */
export type Draft = Pick<EntryRow, 'passages' | 'metadata' | 'deletedAt'>;

export type Revise = {
  entryId: string;
  change: NewRevision['change'];
  event: EventType;
  /** What the entry is to become; null to leave it. May throw. */
  next: (entry: EntryRow) => Promise<Draft | null> | Draft | null;
};

const MAX_ATTEMPTS = 4;

/**
 * The one way to change a stored entry: keeps what it was as a revision and embeds it anew where its
 * text changes. Starts over if another change came first.
 * @throws NOT_FOUND, CONFLICT (another entry holds the text), EMBEDDING_UNAVAILABLE (nothing changed)
 */
export async function reviseEntry(app: App, caller: Caller, revise: Revise): Promise<EntryRow> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const project = attempt === 1 ? caller.project : await getProject(app, caller.project.id);
    const before = await getEntry(app, project.id, revise.entryId);
    const draft = await revise.next(before);
    if (draft === null || isSame(before, draft)) return before;
    const space = spaceOf(project);
    const embedded = needsChunks(before, draft)
      ? await embed(app, { project, draft, lesson: before.lesson })
      : null;
    const stored = await transact(
      app,
      caller,
      { locks: [before.memoryId] },
      async (transaction) => {
        const held = await holdMemory(transaction.db, project.id, before.memoryId);
        const [current] = await selectEntriesByIds(transaction.db, project.id, [before.id]);
        const isCurrent =
          current?.revision === before.revision &&
          spaceName(spaceOf(held.project)) === spaceName(space);
        if (!isCurrent) return null;
        return store(app, { caller, transaction, held, before, draft, embedded, revise });
      },
    ).catch((error: unknown) => rethrowTwin(app, before, embedded, error));
    if (stored !== null) return stored;
  }
  throw conflict('The entry kept changing; nothing was changed. Try again.');
}

function isSame({ passages, metadata, deletedAt }: EntryRow, draft: Draft): boolean {
  return isDeepStrictEqual(
    [passages, metadata, deletedAt],
    [draft.passages, draft.metadata, draft.deletedAt],
  );
}

type ForBoth = Embedded & { next: Embedded | null };

/** An entry has chunks while it is not deleted; they stay where its text does. */
function needsChunks(before: EntryRow, draft: Draft): boolean {
  if (draft.deletedAt !== null) return false;
  return before.deletedAt !== null || !isDeepStrictEqual(before.passages, draft.passages);
}

async function embed(
  app: App,
  { project, draft, lesson }: { project: ProjectRow; draft: Draft; lesson: EntryRow['lesson'] },
): Promise<ForBoth> {
  const space = spaceOf(project);
  const texts = searchablesOf({ passages: draft.passages, lesson });
  const passages = await cutPassages(app, space, texts);
  const [vectors, next] = await Promise.all([
    embedPassages(app, space, passages),
    embedForNext(app, project, texts),
  ]);
  return { space, passages, vectors, next };
}

async function store(
  app: App,
  options: {
    caller: Caller;
    transaction: Transaction;
    held: Held;
    before: EntryRow;
    draft: Draft;
    embedded: ForBoth | null;
    revise: Revise;
  },
): Promise<EntryRow> {
  const { caller, transaction, held, before, draft, embedded, revise } = options;
  const { db, record } = transaction;
  const now = app.clock();
  // What comes back is not to go again by itself.
  const isBack = before.deletedAt !== null && draft.deletedAt === null;
  const after: EntryRow = {
    ...before,
    ...draft,
    ...(isBack ? { expiresAt: null, purgeAt: null } : {}),
    revision: before.revision + 1,
    updatedAt: now,
  };
  await insertRevisions(db, [
    {
      projectId: before.projectId,
      entryId: before.id,
      number: after.revision,
      passages: before.passages,
      metadata: before.metadata,
      change: revise.change,
      actor: caller.actor,
      createdAt: now,
    },
  ]);
  await updateEntryRow(db, after);
  const isGone = after.deletedAt !== null;
  const wasGone = before.deletedAt !== null;
  let chunks = 0;
  if (embedded || isGone) chunks -= await deleteChunks(db, before, spaceOf(held.project));
  if (embedded) chunks += await insertPassages(transaction, after, embedded);
  const next = nextSpaceOf(held.project);
  if (embedded?.next && next && spaceName(embedded.next.space) === spaceName(next)) {
    await insertPassages(transaction, after, embedded.next);
  }
  await addCounts(db, held.memory, { entries: Number(wasGone) - Number(isGone), chunks });
  await record({
    type: revise.event,
    memory: held.memory,
    entryId: after.id,
    changes: changesOf(before, after),
  });
  return after;
}

async function insertPassages(
  { db }: Transaction,
  entry: EntryRow,
  { space, passages, vectors }: Embedded,
): Promise<number> {
  let start = 0;
  for (const passage of passages) {
    await insertChunks(db, chunkRows(entry, passage, { space, vectors, start }));
    start += passage.chunks.length;
  }
  return start;
}

function changesOf(before: EntryRow, after: EntryRow): FieldChange[] {
  return onlyChanged([
    { field: 'content', before: contentOf(before), after: contentOf(after) },
    { field: 'metadata', before: before.metadata, after: after.metadata },
    { field: 'deletedAt', before: before.deletedAt, after: after.deletedAt },
  ]);
}

/** Tells which entry holds a text already. @throws CONFLICT, or the error itself */
async function rethrowTwin(
  app: App,
  entry: EntryRow,
  embedded: Embedded | null,
  error: unknown,
): Promise<never> {
  if (embedded === null || !breaksUnique(error, 'chunks_text')) throw error;
  const hashes = embedded.passages.map((passage) => passage.hash);
  const known = await selectKnownTexts(app.db, entry, { space: embedded.space, hashes });
  const other = [...known.values()].find((id) => id !== entry.id) ?? null;
  throw conflict(
    `Entry ${other} of the memory holds this very text; delete or change that one first.`,
    { entryId: other },
  );
}
