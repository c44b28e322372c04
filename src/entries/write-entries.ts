import { z } from 'zod';
import type { App } from '../app.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../db/tables.ts';
import { DomainError } from '../errors.ts';
import {
  checkInput,
  contentInput,
  idempotencyKeyInput,
  metadataInput,
  unitInput,
} from '../input.ts';
import { getMemory } from '../memories/memories.ts';
import { type GivenThresholds, thresholdsFor } from '../memories/thresholds.ts';
import { requestHashOf } from '../projects/request-hash.ts';
import type { Thresholds } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { checkEach, requireBulkSize, writeValid } from './bulk-items.ts';
import type { WriteItem } from './embed-texts.ts';
import { commitWrites, type Written } from './write-transaction.ts';

/** The input for each text. */
const itemInput = z.object({
  content: contentInput,
  kind: z.enum(ENTRY_KINDS),
  source: z.enum(ENTRY_SOURCES),
  metadata: metadataInput.nullish().transform((metadata) => metadata ?? {}),
  idempotencyKey: idempotencyKeyInput,
});

/** The input for all texts of a call. */
const callInput = z.object({
  memoryId: z.string(),
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  dryRun: z.boolean(),
});

const writeEntryInput = callInput.extend(itemInput.shape);

/** Writes one text. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT, EMBEDDING_UNAVAILABLE */
export async function writeEntry(app: App, caller: Caller, input: unknown): Promise<Written> {
  const { memoryId, dryRun, duplicateThreshold, updateThreshold, ...item } = checkInput(
    writeEntryInput,
    input,
  );
  const thresholds = { duplicateThreshold, updateThreshold };
  const items = [toWriteItem(memoryId, thresholds, item)];
  return onlyOutcome(await commitWrites(app, caller, { memoryId, items, thresholds, dryRun }));
}

/** The outcome of a call with one text. @throws the item's error */
export function onlyOutcome([written]: readonly (Written | DomainError)[]): Written {
  if (written === undefined) throw new Error('A write had no outcome');
  if (written instanceof DomainError) throw written;
  return written;
}

export type BulkInput = {
  memoryId: string;
  items: readonly { [Key in keyof WriteItem]?: unknown }[];
  source: unknown;
  kind: unknown;
};

/**
 * Writes texts to one memory, with the outcome of consecutive calls. An invalid item fails alone.
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

/** A checked item with the hash of its request. */
function toWriteItem(
  memoryId: string,
  { duplicateThreshold = null, updateThreshold = null }: GivenThresholds,
  { idempotencyKey = null, ...item }: z.infer<typeof itemInput>,
): WriteItem {
  const requestHash = requestHashOf({ ...item, memoryId, duplicateThreshold, updateThreshold });
  return { ...item, lesson: null, idempotencyKey, requestHash };
}
