import { type RawSearch, text } from '../../layout/search.ts';

/** What the address of the page says. */
export type StreamSearch = { memoryId?: string };

export function parseStreamSearch(search: RawSearch): StreamSearch {
  return { ...text(search, 'memoryId') };
}
