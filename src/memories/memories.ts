import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { breaksUnique } from '../db/failures.ts';
import { type Page, type PageRequest, readKeyedPage } from '../db/page.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables.ts';
import { badInput, conflict, requireFound } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { checkInput, descriptionInput, nameInput, unitInput } from '../input.ts';
import { ownStreamSettings, streamSettingsInput } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import {
  addToCounts,
  countMemories,
  deleteMemoryRow,
  insertMemory,
  selectForWrite,
  selectMemories,
  selectMemoriesByIds,
  selectMemoryByName,
  updateMemoryRow,
} from './queries.ts';
import { changeTags, findMatchingTags, tagsInput } from './tags.ts';
import { thresholdsFor } from './thresholds.ts';

const memoryInput = z.object({
  name: nameInput,
  description: descriptionInput.nullish(),
  tags: tagsInput,
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  streamSettings: streamSettingsInput,
});

const createMemoryInput = memoryInput.extend({ ifExists: z.enum(['FAIL', 'RETURN']).nullish() });

const { name, tags, ...others } = memoryInput.shape;
const updateMemoryInput = z.object({
  ...others,
  name: name.nullish(),
  tags: tags.nullish(),
  addTags: tags.nullish(),
  removeTags: tags.nullish(),
});

/**
 * Creates an empty memory. With `ifExists: RETURN`, returns the memory that has the name as it is.
 * @throws BAD_USER_INPUT, CONFLICT (the name is taken)
 */
export async function createMemory(app: App, caller: Caller, input: unknown): Promise<MemoryRow> {
  const { ifExists, ...given } = checkInput(createMemoryInput, input);
  const existing = () =>
    ifExists === 'RETURN' ? findMemoryByName(app, caller.project.id, given.name) : null;
  const found = await existing();
  if (found) return found;
  const now = app.clock();
  const memory: MemoryRow = {
    projectId: caller.project.id,
    id: newId('mem'),
    name: given.name,
    description: given.description ?? null,
    tags: given.tags,
    duplicateThreshold: given.duplicateThreshold ?? null,
    updateThreshold: given.updateThreshold ?? null,
    entryCount: 0,
    chunkCount: 0,
    streamSettings: ownStreamSettings(null, given.streamSettings),
    streamImportance: 0,
    streamCount: 0,
    lastReflectionAt: null,
    reflectedThrough: null,
    createdAt: now,
    updatedAt: now,
  };
  thresholdsFor(app, { project: caller.project, memory });
  try {
    await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
      await insertMemory(db, memory);
      await record({ type: 'MEMORY_CREATED', memory, changes: changedFields(null, memory) });
    });
    return memory;
  } catch (error) {
    // A concurrent call may have created the memory.
    const made = breaksUnique(error, 'memories_name') ? await existing() : null;
    return made ?? rethrowTakenName(error, memory.name);
  }
}

/** Changes the given fields. Null clears an optional field. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT */
export async function updateMemory(
  app: App,
  caller: Caller,
  { memoryId, ...input }: { memoryId: string },
): Promise<MemoryRow> {
  const given = checkInput(updateMemoryInput, input);
  if (given.tags && (given.addTags || given.removeTags)) {
    throw badInput('input.tags', 'cannot be given with addTags or removeTags');
  }
  return transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const { memory: before, project } = await readForWrite(db, caller.project.id, memoryId);
    const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
    const values = {
      name: given.name ?? before.name,
      description: keep(given.description, before.description),
      tags: changeTags(before.tags, given),
      duplicateThreshold: keep(given.duplicateThreshold, before.duplicateThreshold),
      updateThreshold: keep(given.updateThreshold, before.updateThreshold),
      streamSettings: ownStreamSettings(before.streamSettings, given.streamSettings),
      updatedAt: app.clock(),
    };
    const after = { ...before, ...values };
    thresholdsFor(app, { project, memory: after });
    const changes = changedFields(before, after);
    if (changes.length === 0) return before;
    await updateMemoryRow(db, before, values);
    await record({ type: 'MEMORY_UPDATED', memory: after, changes });
    return after;
  }).catch((error: unknown) => rethrowTakenName(error, given.name ?? undefined));
}

/** Permanently deletes a memory and its entries. @throws NOT_FOUND */
export async function deleteMemory(app: App, caller: Caller, memoryId: string): Promise<void> {
  await transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const deleted = await deleteMemoryRow(db, { projectId: caller.project.id, id: memoryId });
    const memory = requireFound(deleted, 'memory', memoryId);
    const changes = [{ field: 'name', before: memory.name, after: null }];
    await record({ type: 'MEMORY_DELETED', memory, changes });
  });
}

export function findMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  return selectMemoriesByIds(app.db, projectId, ids);
}

/** @throws NOT_FOUND */
export async function getMemory(
  { db }: Pick<App, 'db'>,
  projectId: string,
  id: string,
): Promise<MemoryRow> {
  const [memory] = await selectMemoriesByIds(db, projectId, [id]);
  return requireFound(memory, 'memory', id);
}

/** The memory with a name, compared as it is stored: without outer spaces and in Unicode form NFC. */
export function findMemoryByName(
  app: App,
  projectId: string,
  name: string,
): Promise<MemoryRow | null> {
  return selectMemoryByName(app.db, projectId, name.normalize('NFC').trim());
}

/** A project's memories, newest first; with globs, only those with a tag that matches a glob. */
export async function listMemories(
  app: App,
  projectId: string,
  { globs, ...request }: PageRequest & { globs: string[] | null },
): Promise<Page<MemoryRow>> {
  const anyTag = globs && (await findMatchingTags(app, projectId, { globs, path: 'tags' }));
  return readKeyedPage({
    name: 'memories',
    request,
    read: (before, limit) => selectMemories(app.db, { projectId, anyTag, before, limit }),
    keyOf: (memory) => memory.id,
    count: () => countMemories(app.db, { projectId, anyTag }),
  });
}

/** The memory of a write, and its project. */
export type WriteTarget = { memory: MemoryRow; project: ProjectRow };

/**
 * The memory and its project. The project keeps its embedding model until the transaction ends.
 * @throws NOT_FOUND
 */
export async function readForWrite(
  db: Database,
  projectId: string,
  memoryId: string,
): Promise<WriteTarget> {
  return requireFound(await selectForWrite(db, projectId, memoryId), 'memory', memoryId);
}

/** Adds to a memory's counts; negative numbers subtract. */
export async function addCounts(
  db: Database,
  memory: Pick<MemoryRow, 'projectId' | 'id'>,
  added: { entries: number; chunks: number },
): Promise<void> {
  if (added.entries !== 0 || added.chunks !== 0) await addToCounts(db, memory, added);
}

const FIELDS = [
  'name',
  'description',
  'tags',
  'duplicateThreshold',
  'updateThreshold',
  'streamSettings',
] as const;

/** The fields that differ between two states of a memory; for a new memory, all fields with a value. */
function changedFields(before: MemoryRow | null, after: MemoryRow): FieldChange[] {
  return onlyChanged(
    FIELDS.map((field) => ({ field, before: before?.[field] ?? null, after: after[field] })),
  );
}

/** @throws CONFLICT for a violation of the unique name, otherwise the error itself */
function rethrowTakenName(error: unknown, name: string | undefined): never {
  if (breaksUnique(error, 'memories_name')) {
    throw conflict(`The project already has a memory named ${JSON.stringify(name)}.`);
  }
  throw error;
}
