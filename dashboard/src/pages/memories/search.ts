import { oneOf, type RawSearch, text, texts } from '../../layout/search.ts';

export const MEMORY_ORDERS = ['CREATED_AT', 'UPDATED_AT', 'NAME', 'ENTRY_COUNT'] as const;

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
