import { z } from 'zod';
import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import { breaksUnique } from '../db/failures.ts';
import { MIN_OWN_INDEX_CHUNKS } from '../db/own-indexes.ts';
import { fieldsOfCursor, type Page, type PageRequest, readPage } from '../db/page.ts';
import type { MemoryCounts, MemoryRow, ProjectRow } from '../db/rows.ts';
import type { ProjectChunks } from '../db/search-method.ts';
import { DUPLICATE_POLICIES, type FieldChange } from '../db/tables.ts';
import { badInput, conflict, DomainError, notFound, requireFound } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { findKept } from '../events/kept-rows.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import {
  checkInput,
  descriptionInput,
  filterTextInput,
  idempotencyKeyInput,
  nameInput,
  unitInput,
} from '../input.ts';
import { createOnce, type Remember } from '../projects/create-once.ts';
import { maxStatementsInput } from '../projects/settings.ts';
import { ownStreamSettings, streamSettingsInput } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { countMemories, type MemoryOrder, memoryOrder, selectMemories } from './list-queries.ts';
import { requireLive } from './live-memory.ts';
import { memoryColumns } from './memory-columns.ts';
import {
  type AddedCounts,
  addToCounts,
  insertMemory,
  selectForWrite,
  selectLargeProjects,
  selectMemoriesByIds,
  selectMemoryByName,
  selectTotals,
  updateMemoryRow,
} from './queries.ts';
import { changeTags, findMatchingTags, tagsInput } from './tags.ts';
import { writeRulesFor } from './write-rules.ts';

const memoryInput = z.object({
  name: nameInput,
  description: descriptionInput.nullish(),
  tags: tagsInput,
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  duplicatePolicy: z.enum(DUPLICATE_POLICIES).nullish(),
  maxStatements: maxStatementsInput.nullish(),
  contradictionCheck: z.boolean().nullish(),
  streamSettings: streamSettingsInput,
});

const createMemoryInput = memoryInput.extend({
  ifExists: z.enum(['FAIL', 'RETURN']).nullish(),
  idempotencyKey: idempotencyKeyInput,
});

const { name, tags, ...others } = memoryInput.shape;
const updateMemoryInput = z.object({
  ...others,
  name: name.nullish(),
  tags: tags.nullish(),
  addTags: tags.nullish(),
  removeTags: tags.nullish(),
  ifVersion: z.number().nullish(),
});

/**
 * Creates an empty memory. With `ifExists: RETURN`, returns the memory that has the name as it is.
 * @throws BAD_USER_INPUT, CONFLICT (the name is taken), NOT_FOUND (`createOnce`)
 */
export async function createMemory(app: App, caller: Caller, input: unknown): Promise<MemoryRow> {
  const { idempotencyKey, ...given } = checkInput(createMemoryInput, input);
  const projectId = caller.project.id;
  const call = { projectId, operation: 'createMemory', idempotencyKey, request: given };
  return createOnce(app, call, {
    create: (remember) => storeMemory(app, caller, given, remember),
    find: (id) => findLiveMemory(app, projectId, id),
  });
}

type NewMemory = Omit<z.infer<typeof createMemoryInput>, 'idempotencyKey'>;

async function storeMemory(
  app: App,
  caller: Caller,
  { ifExists, ...given }: NewMemory,
  remember: Remember,
): Promise<MemoryRow> {
  const existing = async () => {
    if (ifExists !== 'RETURN') return null;
    const found = await findMemoryByName(app, caller.project.id, given.name);
    if (found) await remember(app.db, found.id);
    return found;
  };
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
    duplicatePolicy: given.duplicatePolicy ?? null,
    maxStatements: given.maxStatements ?? null,
    contradictionCheck: given.contradictionCheck ?? false,
    entryCount: 0,
    chunkCount: 0,
    contentBytes: 0,
    version: 0,
    streamSettings: ownStreamSettings(null, given.streamSettings),
    streamImportance: 0,
    streamCount: 0,
    lastReflectionAt: null,
    reflectedThrough: null,
    createdBy: caller.actor,
    updatedBy: caller.actor,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    purgeAt: null,
  };
  writeRulesFor(app, { project: caller.project, memory }, given);
  try {
    await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
      await remember(db, memory.id);
      await insertMemory(db, memory);
      record({ type: 'MEMORY_CREATED', memory, changes: changedFields(null, memory) });
    });
    return memory;
  } catch (error) {
    // A concurrent call may have created the memory.
    const made = breaksUnique(error, 'memories_name') ? await existing() : null;
    return made ?? rethrowTakenName(error, memory.name);
  }
}

/**
 * Changes the given fields. Null clears an optional field.
 * @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT (another version than `ifVersion`, the name is taken)
 */
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
    requireVersion(before, given.ifVersion ?? before.version);
    const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
    const values = {
      name: given.name ?? before.name,
      description: keep(given.description, before.description),
      tags: changeTags(before.tags, given),
      duplicateThreshold: keep(given.duplicateThreshold, before.duplicateThreshold),
      updateThreshold: keep(given.updateThreshold, before.updateThreshold),
      duplicatePolicy: keep(given.duplicatePolicy, before.duplicatePolicy),
      maxStatements: keep(given.maxStatements, before.maxStatements),
      contradictionCheck: given.contradictionCheck ?? before.contradictionCheck,
      streamSettings: ownStreamSettings(before.streamSettings, given.streamSettings),
      updatedAt: app.clock(),
      updatedBy: caller.actor,
      version: before.version + 1,
    };
    const after = { ...before, ...values };
    writeRulesFor(app, { project, memory: after }, given);
    const changes = changedFields(before, after);
    if (changes.length === 0) return before;
    requireFound(await updateMemoryRow(db, before, values), 'memory', memoryId);
    record({ type: 'MEMORY_UPDATED', memory: after, changes });
    return after;
  }).catch((error: unknown) => rethrowTakenName(error, given.name ?? undefined));
}

/** Memories by id, including deleted memories. */
export function findMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemoryRow[]> {
  return selectMemoriesByIds(app.db, projectId, ids);
}

/** A memory without the columns that are changed without an event of the memory, such as by each write. */
export type MemorySettings = Omit<
  MemoryRow,
  | 'entryCount'
  | 'chunkCount'
  | 'contentBytes'
  | 'streamImportance'
  | 'streamCount'
  | 'lastReflectionAt'
  | 'reflectedThrough'
>;

/** Memories by id, including deleted memories, as the process keeps them (`app.kept`). */
export function findKeptMemories(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<MemorySettings[]> {
  const asked = { kept: app.kept.memories, projectId, ids };
  return findKept(app, asked, (some) => findMemories(app, projectId, some));
}

/** A memory that is not deleted, as the process keeps it. @throws NOT_FOUND */
export async function getKeptMemory(
  app: App,
  projectId: string,
  id: string,
): Promise<MemorySettings> {
  const [memory] = await findKeptMemories(app, projectId, [id]);
  return requireLive(memory, id);
}

/** A memory that is not deleted. @throws NOT_FOUND */
export async function getMemory(
  { db }: Pick<App, 'db'>,
  projectId: string,
  id: string,
): Promise<MemoryRow> {
  const [memory] = await selectMemoriesByIds(db, projectId, [id]);
  return requireLive(memory, id);
}

/** A memory; null if it does not exist or is deleted. */
export async function findLiveMemory(
  { db }: Pick<App, 'db'>,
  projectId: string,
  id: string,
): Promise<MemoryRow | null> {
  const [memory] = await selectMemoriesByIds(db, projectId, [id]);
  return memory?.deletedAt === null ? memory : null;
}

/**
 * The memory that is not deleted and has a name, compared as it is stored: without outer spaces and in Unicode form NFC.
 * @throws BAD_USER_INPUT
 */
export async function findMemoryByName(
  app: App,
  projectId: string,
  name: string,
): Promise<MemoryRow | null> {
  return selectMemoryByName(app.db, projectId, checkInput(filterTextInput, name, 'name').trim());
}

/** Which memories are listed, and in which order. With globs, those with a tag that matches a glob. */
export type MemoryList = PageRequest & {
  globs: string[] | null;
  name: string | null;
  isDeleted: boolean;
  orderBy: MemoryOrder;
  /** The fields that are read. */
  fields: ReadonlySet<string>;
  isCounted: boolean;
};

/** A page of a project's memories. @throws BAD_USER_INPUT */
export async function listMemories(
  app: App,
  projectId: string,
  { globs, name, isDeleted, orderBy, fields, isCounted, ...request }: MemoryList,
): Promise<Page<MemoryRow>> {
  const anyTag =
    globs && (await findMatchingTags(app, projectId, { globs, path: 'tags', isDeleted }));
  const filter = {
    projectId,
    anyTag,
    name: name === null ? null : checkInput(filterTextInput, name, 'name'),
    isDeleted,
  };
  const isNewestFirst = orderBy.field === 'CREATED_AT' && orderBy.direction === 'DESC';
  const order = memoryOrder(orderBy);
  const columns = memoryColumns([...fields, ...fieldsOfCursor(order)]);
  return readPage({
    order,
    request,
    read: (slice) => selectMemories(app.db, filter, slice, { isNewestFirst, columns }),
    count: () => countMemories(app.db, filter),
    isCounted,
  });
}

/** The memory of a write, and its project. */
export type WriteTarget = { memory: MemoryRow; project: ProjectRow };

/**
 * The memory, which is not deleted, and its project. The project keeps its embedding model until the
 * transaction ends.
 * @throws NOT_FOUND
 */
export async function readForWrite(
  db: Database,
  projectId: string,
  memoryId: string,
): Promise<WriteTarget> {
  const [target] = await readForWrites(db, projectId, [memoryId]);
  if (target === undefined) throw notFound('memory', memoryId);
  if (target instanceof DomainError) throw target;
  return target;
}

/** The same for several memories, in their order. A memory that cannot be written to has its error. */
export async function readForWrites(
  db: Database,
  projectId: string,
  memoryIds: readonly string[],
): Promise<(WriteTarget | DomainError)[]> {
  const rows = await selectForWrite(db, projectId, memoryIds);
  return memoryIds.map((id) => {
    const found = rows.find(({ memory }) => memory.id === id);
    try {
      const memory = requireLive(found?.memory, id);
      return { memory, project: requireFound(found?.project, 'project', projectId) };
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}

/** The numbers of entries and bytes of content in the project's memories that are not deleted. */
export function totalsOf(
  db: Database,
  projectId: string,
): Promise<{ entries: number; bytes: number }> {
  return selectTotals(db, projectId);
}

/**
 * The projects that are large enough for the vector index, with the numbers of their chunks. Only those of `projectIds`, if
 * given.
 */
export function indexedProjects(
  { db, indexSizes }: Pick<App, 'db' | 'indexSizes'>,
  projectIds?: readonly string[],
): Promise<ProjectChunks[]> {
  return selectLargeProjects(db, { minChunks: indexSizes.minIndexedChunks, projectIds });
}

/** The projects that may keep an index of their own, with the numbers of their chunks. Some are too small for a new one. */
export function projectsWithOwnIndex({
  db,
  indexSizes: { minIndexedChunks },
}: Pick<App, 'db' | 'indexSizes'>): Promise<ProjectChunks[]> {
  return selectLargeProjects(db, { minChunks: Math.min(minIndexedChunks, MIN_OWN_INDEX_CHUNKS) });
}

/** Adds to the counts of memories; negative numbers subtract. Returns the counts of those that have changed. */
export async function addCounts(
  db: Database,
  projectId: string,
  added: readonly AddedCounts[],
): Promise<MemoryCounts[]> {
  const changed = added.filter(
    ({ entries, chunks, contentBytes }) => entries !== 0 || chunks !== 0 || contentBytes !== 0,
  );
  return changed.length > 0 ? addToCounts(db, projectId, changed) : [];
}

/** @throws CONFLICT with the memory's version if it is another */
function requireVersion({ id, version }: MemoryRow, expected: number): void {
  if (version === expected) return;
  const message = `The memory has version ${version}, not ${expected}; read it again.`;
  throw conflict(message, { memoryId: id, version });
}

const FIELDS = [
  'name',
  'description',
  'tags',
  'duplicateThreshold',
  'updateThreshold',
  'duplicatePolicy',
  'maxStatements',
  'contradictionCheck',
  'streamSettings',
] as const;

/** Values of the fields of a new memory; null unless listed. */
const UNSET: Partial<MemoryRow> = { contradictionCheck: false };

/** The fields that differ between two states of a memory; for a new memory, all fields with a value. */
function changedFields(before: MemoryRow | null, after: MemoryRow): FieldChange[] {
  return onlyChanged(
    FIELDS.map((field) => ({
      field,
      before: (before ?? UNSET)[field] ?? null,
      after: after[field],
    })),
  );
}

/** @throws CONFLICT for a violation of the unique name, otherwise the error itself */
export function rethrowTakenName(error: unknown, name: string | undefined): never {
  if (breaksUnique(error, 'memories_name')) {
    throw conflict(`The project already has a memory named ${JSON.stringify(name)}.`);
  }
  throw error;
}
