import { type RawSearch, text } from '../../layout/search.ts';

/** What the address of the page says. */
export type SearchSearch = { query?: string };

export function parseSearchSearch(search: RawSearch): SearchSearch {
  return { ...text(search, 'query') };
}
