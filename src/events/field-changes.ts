import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../db/tables/events.ts';

/** The fields whose value has changed. */
export function onlyChanged(fields: readonly FieldChange[]): FieldChange[] {
  return fields.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
