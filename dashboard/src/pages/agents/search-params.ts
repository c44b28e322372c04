import { type RawSearch, text } from '../../layout/search-params.ts';

/** What the address of the page says. */
export type ChatSearch = { generationId?: string };

export function parseChatSearch(search: RawSearch): ChatSearch {
  return { ...text(search, 'generationId') };
}
