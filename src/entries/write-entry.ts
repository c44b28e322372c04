import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { checkInput } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import { commitWrites } from './commit-writes.ts';
import { callInput, itemInput, toWriteItem } from './write-input.ts';
import type { Written } from './write-item.ts';

const writeEntryInput = callInput.extend(itemInput.shape);

/** Writes one text. @throws NOT_FOUND, BAD_USER_INPUT, CONFLICT, EMBEDDING_UNAVAILABLE */
export async function writeEntry(app: App, caller: Caller, input: unknown): Promise<Written> {
  const { memoryId, dryRun, duplicateThreshold, updateThreshold, ...item } = checkInput(
    writeEntryInput,
    input,
  );
  const thresholds = { duplicateThreshold, updateThreshold };
  const items = [toWriteItem(memoryId, thresholds, item)];
  const [written] = await commitWrites(app, caller, { memoryId, items, thresholds, dryRun });
  if (written === undefined) throw new Error('A write had no outcome');
  if (written instanceof DomainError) throw written;
  return written;
}
