import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { newId } from '../ids.ts';
import { checkInput } from '../input.ts';
import { ownStreamSettings } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { changedFields } from './changed-fields.ts';
import { memoryInput, rethrowTakenName } from './memory-input.ts';
import { insertMemory } from './queries.ts';
import { thresholdsFor } from './thresholds.ts';

/** A new, empty memory. @throws BAD_USER_INPUT, CONFLICT (the name is taken) */
export async function createMemory(app: App, caller: Caller, input: unknown): Promise<MemoryRow> {
  const given = checkInput(memoryInput, input);
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
  await transact(app, caller, { locks: [memory.id] }, async ({ db, record }) => {
    await insertMemory(db, memory);
    await record({ type: 'MEMORY_CREATED', memory, changes: changedFields(null, memory) });
  }).catch((error: unknown) => rethrowTakenName(error, memory.name));
  return memory;
}
