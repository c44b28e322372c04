import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../db/tables.ts';

/** The fields whose value is another than it was. */
export function onlyChanged(fields: readonly FieldChange[]): FieldChange[] {
  return fields.filter(({ before, after }) => !isDeepStrictEqual(before, after));
}
