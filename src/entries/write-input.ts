import { z } from 'zod';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../db/tables.ts';
import { contentInput, idempotencyKeyInput, metadataInput, unitInput } from '../input.ts';
import type { GivenThresholds } from '../memories/thresholds.ts';
import { fingerprint } from './idempotency.ts';
import type { WriteItem } from './write-item.ts';

/** What one text is written with. */
export const itemInput = z.object({
  content: contentInput,
  kind: z.enum(ENTRY_KINDS),
  source: z.enum(ENTRY_SOURCES),
  metadata: metadataInput.nullish().transform((metadata) => metadata ?? {}),
  idempotencyKey: idempotencyKeyInput,
});

/** What a call says once for all its texts. */
export const callInput = z.object({
  memoryId: z.string(),
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  dryRun: z.boolean(),
});

/** A checked item, with the fingerprint under which its idempotency key may come again. */
export function toWriteItem(
  memoryId: string,
  thresholds: GivenThresholds,
  { idempotencyKey, ...item }: z.infer<typeof itemInput>,
): WriteItem {
  return {
    ...item,
    lesson: null,
    idempotencyKey: idempotencyKey ?? null,
    fingerprint: fingerprint({
      ...item,
      memoryId,
      duplicateThreshold: thresholds.duplicateThreshold ?? null,
      updateThreshold: thresholds.updateThreshold ?? null,
    }),
  };
}
