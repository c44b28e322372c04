import type { App } from '../app.ts';
import { badInput, DomainError } from '../errors.ts';
import { checkInput } from '../input.ts';
import { getMemory } from '../memories/find-memories.ts';
import { thresholdsFor } from '../memories/thresholds.ts';
import type { Thresholds } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { commitWrites } from './commit-writes.ts';
import { callInput, itemInput, toWriteItem } from './write-input.ts';
import type { WriteItem, Written } from './write-item.ts';

const MAX_ITEMS = 500;

/** Of all contents together: more would hold up the memory's other writers for too long. */
const MAX_TOTAL_BYTES = 2 * 1024 * 1024;

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
  if (input.items.length === 0 || input.items.length > MAX_ITEMS) {
    throw badInput('input.items', `must hold 1 to ${MAX_ITEMS} items`);
  }
  if (totalBytes(input.items) > MAX_TOTAL_BYTES) {
    throw badInput('input.items', `must have at most ${MAX_TOTAL_BYTES} bytes of content in all`);
  }
  const memory = await getMemory(app, caller.project.id, memoryId);
  const thresholds = thresholdsFor(app, { project: caller.project, memory }, given);
  const checked = checkItems(input, given);
  const items = checked.filter((item): item is WriteItem => !(item instanceof DomainError));
  const written =
    items.length === 0
      ? []
      : await commitWrites(app, caller, { memoryId, items, thresholds: given, dryRun });
  const next = written.values();
  const results = checked.map((item) =>
    item instanceof DomainError ? item : (next.next().value as Written | DomainError),
  );
  return { results, thresholds };
}

function totalBytes(items: BulkInput['items']): number {
  return items.reduce((sum, { content }) => sum + Buffer.byteLength(String(content)), 0);
}

/** Each item ready to be written, or what is wrong with it. */
function checkItems(
  input: BulkInput,
  given: Parameters<typeof toWriteItem>[1],
): (WriteItem | DomainError)[] {
  const keys = new Set<string>();
  return input.items.map((raw, i) => {
    try {
      const kind = raw.kind ?? input.kind;
      const source = raw.source ?? input.source;
      const item = checkInput(itemInput, { ...raw, kind, source }, `input.items[${i}]`);
      if (item.idempotencyKey && keys.has(item.idempotencyKey)) {
        throw badInput(`input.items[${i}].idempotencyKey`, 'is that of another item');
      }
      if (item.idempotencyKey) keys.add(item.idempotencyKey);
      return toWriteItem(input.memoryId, given, item);
    } catch (error) {
      if (error instanceof DomainError) return error;
      throw error;
    }
  });
}
