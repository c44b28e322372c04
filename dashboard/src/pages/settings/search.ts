import { type RawSearch, yes } from '../../layout/search.ts';

/** What the address of the page says. */
export type SettingsSearch = { create?: boolean };

export function parseSettingsSearch(search: RawSearch): SettingsSearch {
  return { ...yes(search, 'create') };
}
