import type { EventType } from '../../api/types.ts';

/** The events after which an entry that exists is another one, or is in another place. */
export const ENTRY_CHANGES: readonly EventType[] = [
  'ENTRY_MERGED',
  'ENTRY_SKIPPED',
  'ENTRY_EDITED',
  'ENTRY_MOVED',
  'ENTRY_SPLIT',
  'ENTRY_JOINED',
  'ENTRY_SUPERSEDED',
  'ENTRY_RATED',
  'ENTRY_DELETED',
  'ENTRY_RESTORED',
];
