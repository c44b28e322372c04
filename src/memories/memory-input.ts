import { z } from 'zod';
import { breaksUnique } from '../db/failures.ts';
import { conflict } from '../errors.ts';
import { descriptionInput, nameInput, unitInput } from '../input.ts';
import { streamSettingsInput } from '../projects/stream-settings.ts';

const MAX_TAGS = 64;

const tagsInput = z
  .array(nameInput.max(128, 'must have at most 128 characters'))
  .max(MAX_TAGS, `must have at most ${MAX_TAGS} tags`)
  .transform((tags) => [...new Set(tags)].sort());

export const memoryInput = z.object({
  name: nameInput,
  description: descriptionInput.nullish(),
  tags: tagsInput,
  duplicateThreshold: unitInput.nullish(),
  updateThreshold: unitInput.nullish(),
  streamSettings: streamSettingsInput,
});

/** Tells a taken name from other failures. @throws CONFLICT, or the error itself */
export function rethrowTakenName(error: unknown, name: string | undefined): never {
  if (breaksUnique(error, 'memories_name')) {
    throw conflict(`The project already has a memory named ${JSON.stringify(name)}.`);
  }
  throw error;
}
