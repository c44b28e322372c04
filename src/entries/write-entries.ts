import type { App } from '../app.ts';
import type { DomainError } from '../errors.ts';
import { checkInput } from '../input.ts';
import { getMemory } from '../memories/find-memories.ts';
import { thresholdsFor } from '../memories/thresholds.ts';
import type { Thresholds } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { checkEach, requireBulkSize, writeValid } from './bulk-items.ts';
import { commitWrites } from './commit-writes.ts';
import { callInput, itemInput, toWriteItem } from './write-input.ts';
import type { WriteItem, Written } from './write-item.ts';

export type BulkInput = {
  memoryId: string;
  items: readonly { [Key in keyof WriteItem]?: unknown }[];
  source: unknown;
  kind: unknown;
};

/**
 * Writes many texts to one memory, as if one after another; an invalid item fails alone.
 * @throws NOT_FOUND, BAD_USER_INPUT (the call as a whole), EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function writeEntries(
  app: App,
  caller: Caller,
  input: BulkInput,
): Promise<{ results: (Written | DomainError)[]; thresholds: Thresholds }> {
  const { memoryId, dryRun, ...given } = checkInput(callInput, input);
  requireBulkSize(input.items, { path: 'input.items', noun: 'items' });
  const memory = await getMemory(app, caller.project.id, memoryId);
  const thresholds = thresholdsFor(app, { project: caller.project, memory }, given);
  const checked = checkEach(input.items, 'input.items', (raw, path) => {
    const kind = raw.kind ?? input.kind;
    const source = raw.source ?? input.source;
    return toWriteItem(memoryId, given, checkInput(itemInput, { ...raw, kind, source }, path));
  });
  const results = await writeValid(checked, (items) =>
    commitWrites(app, caller, { memoryId, items, thresholds: given, dryRun }),
  );
  return { results, thresholds };
}
