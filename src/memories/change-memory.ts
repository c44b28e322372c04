import { z } from 'zod';
import type { App } from '../app.ts';
import { breaksUnique } from '../db/failures.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { DUPLICATE_POLICIES } from '../db/tables/projects.ts';
import { badInput, conflict, requireFound } from '../errors.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import {
  checkInput,
  descriptionInput,
  idempotencyKeyInput,
  nameInput,
  unitInput,
} from '../input.ts';
import { createOnce, type Remember } from '../projects/create-once.ts';
import { maxStatementsInput } from '../projects/settings.ts';
import { ownStreamSettings, streamSettingsInput } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { findLiveMemory, findMemoryByName, readForWrite } from './memories.ts';
import { insertMemory, updateMemoryRow } from './queries.ts';
import { changeTags, tagsInput } from './tags.ts';
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
 * Creates an empty memory. With `ifExists: RETURN`, returns the memory that already has the name, without changing it.
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
    if (found) await remember.existing(found.id);
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
    lastCycleAt: null,
    coveredThrough: null,
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
      await remember.created(db, memory.id);
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

/** @throws CONFLICT with the version of the memory if it is not the expected one */
export function requireVersion({ id, version }: MemoryRow, expected: number): void {
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
export function changedFields(before: MemoryRow | null, after: MemoryRow): FieldChange[] {
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
