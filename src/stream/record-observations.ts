import type { App } from '../app.ts';
import { type WriteInput, writeEntries, writeEntry } from '../entries/write/write-entries.ts';
import type { Written } from '../entries/write/write-set.ts';
import type { DomainError } from '../errors.ts';
import type { Caller } from '../projects/viewer.ts';

/**
 * Writes an observation or a plan.
 * @throws BAD_USER_INPUT, NOT_FOUND, CONFLICT, EMBEDDING_UNAVAILABLE
 */
export function recordObservation(
  app: App,
  caller: Caller,
  input: WriteInput & { memoryId: string },
): Promise<Written> {
  return writeEntry(app, caller, { ...input, dryRun: false });
}

/**
 * Writes observations and plans in order. The result of an invalid one is its error; the others are written.
 * @throws the errors of `recordObservation` that concern the whole call
 */
export async function recordObservations(
  app: App,
  caller: Caller,
  input: { memoryId: string; source: unknown; observations: readonly WriteInput[] },
): Promise<(Written | DomainError)[]> {
  const { memoryId, source, observations: items } = input;
  const list = { path: 'input.observations', noun: 'observations' };
  const call = { memoryId, source, kind: 'OBSERVATION', items, dryRun: false };
  const { results } = await writeEntries(app, caller, call, { list });
  return results;
}
