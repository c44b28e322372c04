import type { MemoryRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables.ts';
import { onlyChanged } from '../events/field-changes.ts';

const FIELDS = [
  'name',
  'description',
  'tags',
  'duplicateThreshold',
  'updateThreshold',
  'streamSettings',
] as const;

/** The fields in which a memory differs from what it was; all that have a value for a new one. */
export function changedFields(before: MemoryRow | null, after: MemoryRow): FieldChange[] {
  return onlyChanged(
    FIELDS.map((field) => ({ field, before: before?.[field] ?? null, after: after[field] })),
  );
}
