import type { EventType } from '../../api/types.ts';

/** The events that change an entry or move it, without its creation and its permanent deletion. */
export const ENTRY_CHANGES: readonly EventType[] = [
  'ENTRY_STATEMENT_ADDED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_MOVED',
  'ENTRY_SPLIT',
  'ENTRY_MERGED',
  'ENTRY_SUPERSEDED',
  'ENTRY_RATED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
];

/** True if the key allows changes, and neither the entry nor its memory is in the trash. */
export function canChangeEntry(
  canWrite: boolean,
  { deletedAt, memory }: { deletedAt: string | null; memory: { deletedAt: string | null } },
): boolean {
  return canWrite && deletedAt === null && memory.deletedAt === null;
}
