import { type RawSearch, text } from '../../layout/search-params.ts';

/** What the address of the page says. */
export type GraphiqlSearch = {
  /** An operation that fills the editor. */
  query?: string;
};

export function parseGraphiqlSearch(search: RawSearch): GraphiqlSearch {
  return { ...text(search, 'query') };
}
