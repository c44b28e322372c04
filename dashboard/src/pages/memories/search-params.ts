import type { EntryKind, EntrySource } from '../../api/types.ts';
import { ENTRY_KINDS, ENTRY_SOURCES } from '../../components/scope.ts';
import {
  day,
  numeric,
  oneOf,
  type RawSearch,
  someOf,
  text,
  texts,
} from '../../layout/search-params.ts';

export const MEMORY_ORDERS = ['CREATED_AT', 'UPDATED_AT', 'NAME', 'ENTRY_COUNT'] as const;
export const ENTRY_ORDERS = [
  'CREATED_AT',
  'UPDATED_AT',
  'OCCURRED_AT',
  'UTILITY',
  'IMPORTANCE',
  'SIZE',
] as const;

const SHARE = { min: 0, max: 1 };

/** The filters of the list of memories, as they stand in the address. */
export type MemoriesSearch = {
  /** Globs for tags. */
  tags?: string[];
  /** A part of the name. */
  name?: string;
  orderBy?: (typeof MEMORY_ORDERS)[number];
};

export function parseMemoriesSearch(search: RawSearch): MemoriesSearch {
  return {
    ...texts(search, 'tags'),
    ...text(search, 'name'),
    ...oneOf(search, 'orderBy', MEMORY_ORDERS),
  };
}

/** The filters of a memory's entries, and the panel that is open on its page, as they stand in the address. */
export type MemorySearch = {
  /** Words that an entry contains. */
  text?: string;
  kinds?: EntryKind[];
  sources?: EntrySource[];
  minUtility?: number;
  maxUtility?: number;
  reviewed?: 'yes' | 'no';
  /** Days, such as 2026-03-01, in the reader's zone; both are included. */
  from?: string;
  to?: string;
  /** Descending; newest first when omitted. */
  orderBy?: (typeof ENTRY_ORDERS)[number];
  panel?: 'write' | 'document' | 'settings';
};

export function parseMemorySearch(search: RawSearch): MemorySearch {
  return {
    ...text(search, 'text'),
    ...someOf(search, 'kinds', ENTRY_KINDS),
    ...someOf(search, 'sources', ENTRY_SOURCES),
    ...numeric(search, 'minUtility', SHARE),
    ...numeric(search, 'maxUtility', SHARE),
    ...oneOf(search, 'reviewed', ['yes', 'no'] as const),
    ...day(search, 'from'),
    ...day(search, 'to'),
    ...oneOf(search, 'orderBy', ENTRY_ORDERS),
    ...oneOf(search, 'panel', ['write', 'document', 'settings'] as const),
  };
}

export type TrashSearch = { show?: 'entries' };

export function parseTrashSearch(search: RawSearch): TrashSearch {
  return oneOf(search, 'show', ['entries'] as const);
}
