import { z } from 'zod';
import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import { transact } from '../events/transact.ts';
import { checkInput } from '../input.ts';
import { ownStreamSettings } from '../projects/stream-settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { changedFields } from './changed-fields.ts';
import { holdMemory } from './hold-memory.ts';
import { memoryInput, rethrowTakenName } from './memory-input.ts';
import { updateMemoryRow } from './queries.ts';
import { thresholdsFor } from './thresholds.ts';

const { name, tags, ...others } = memoryInput.shape;
const updateMemoryInput = z.object({ ...others, name: name.nullish(), tags: tags.nullish() });

/** Changes what is given; null clears what can be empty. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT */
export async function updateMemory(
  app: App,
  caller: Caller,
  { memoryId, ...input }: { memoryId: string },
): Promise<MemoryRow> {
  const given = checkInput(updateMemoryInput, input);
  return transact(app, caller, { locks: [memoryId] }, async ({ db, record }) => {
    const { memory: before, project } = await holdMemory(db, caller.project.id, memoryId);
    const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
    const values = {
      name: given.name ?? before.name,
      description: keep(given.description, before.description),
      tags: given.tags ?? before.tags,
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
