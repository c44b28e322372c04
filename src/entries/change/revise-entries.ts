import type { App } from '../../app.ts';
import type { EntryRow, ProjectRow } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { getMemory } from '../../memories/memories.ts';
import { retryOutdated } from '../../projects/retry-outdated.ts';
import type { Caller } from '../../projects/viewer.ts';
import { findEntries, getEntry } from '../entries.ts';
import { type EntryDraft, isUnchanged } from '../entry-draft.ts';
import { type EntryPlan, prepareRevisions } from '../write/prepare-writes.ts';
import { type WriteRequest, writePrepared } from '../write/write-in-process.ts';
import type { EntryRevision } from '../write/write-set.ts';

/** Changes stored entries, through the same queue and transaction as writes. */

/** A change of an entry. `next` returns the next state, or null for no change. */
export type EntryChange = Pick<EntryRevision, 'change' | 'event'> & {
  next: (entry: EntryRow) => Promise<EntryDraft | null> | EntryDraft | null;
};

/**
 * Changes a stored entry. Stores the previous state as a revision, and embeds the text if it changes.
 * @throws NOT_FOUND (also if its memory is deleted), CONFLICT (another entry holds the text),
 * EMBEDDING_UNAVAILABLE (nothing was changed)
 */
export async function changeEntry(
  app: App,
  caller: Caller,
  { entryId, ...change }: EntryChange & { entryId: string },
): Promise<EntryRow> {
  const changed = await changeTogether(app, caller, async (project) => {
    const entry = await getLiveEntry(app, project, entryId);
    return { read: [entry], plan: await revisionPlanOf([entry], change) };
  });
  return changedFrom(changed, entryId);
}

/**
 * Applies the same change to stored entries of one memory, in one transaction. Returns the entries that exist in the
 * memory, including unchanged ones.
 * @throws as changeEntry; then nothing was changed
 */
export async function changeEntries(
  app: App,
  caller: Caller,
  { memoryId, entryIds, ...change }: EntryChange & { memoryId: string; entryIds: string[] },
): Promise<EntryRow[]> {
  const changed = await changeTogether(app, caller, async (project) => {
    const found = await findEntries(app, project.id, entryIds);
    const read = found.filter((entry) => entry.memoryId === memoryId);
    return { read, plan: await revisionPlanOf(read, change) };
  });
  return [...changed.values()];
}

async function revisionPlanOf(
  read: EntryRow[],
  { next, ...change }: EntryChange,
): Promise<EntryPlan> {
  const plan: EntryPlan = [];
  for (const entry of read) {
    const draft = await next(entry);
    if (draft !== null) plan.push({ type: 'REVISION', entry, draft, ...change });
  }
  return plan;
}

/** Entries of one memory as they were read, and their changes. `alongside` runs if there is any change. */
export type Planned = Pick<WriteRequest, 'alongside'> & {
  read: readonly EntryRow[];
  plan: EntryPlan;
};

/**
 * Changes stored entries of one memory together, and makes new ones of their statements, in one transaction.
 * Returns the entries that were read and made, by id, in their next state.
 * @throws the errors of `planned`; CONFLICT (another entry holds a text), QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE
 */
export function changeTogether(
  app: App,
  caller: Caller,
  planned: (project: ProjectRow) => Promise<Planned>,
): Promise<Map<string, EntryRow>> {
  return retryOutdated(app, caller.project, async (project) => {
    const { read, plan, alongside } = await planned(project);
    const entries = new Map(read.map((entry) => [entry.id, entry]));
    const changes = plan.filter(
      (one) => one.type === 'ENTRY' || !isUnchanged(one.entry, one.draft),
    );
    const [first] = changes;
    if (first === undefined) return entries;
    const prepared = await prepareRevisions(app, project, changes);
    const { memoryId } = first.entry;
    const request = { memoryId, items: [], rules: {}, dryRun: false, prepared };
    const call = alongside ? { ...request, alongside } : request;
    await writePrepared(app, { ...caller, project }, call, ({ outcomes }) => {
      for (const outcome of outcomes) {
        if (outcome instanceof DomainError) throw outcome;
        entries.set(outcome.entry.id, outcome.entry);
      }
    });
    return entries;
  });
}

/** An entry of a memory that is not deleted. @throws NOT_FOUND */
export async function getLiveEntry(
  app: App,
  project: ProjectRow,
  entryId: string,
): Promise<EntryRow> {
  const entry = await getEntry(app, project.id, entryId);
  await getMemory(app, project.id, entry.memoryId);
  return entry;
}

/** The next state of an entry of `changeTogether`. */
export function changedFrom(changed: ReadonlyMap<string, EntryRow>, id: string): EntryRow {
  const entry = changed.get(id);
  if (entry === undefined) throw new Error(`Entry ${id} was not changed`);
  return entry;
}
