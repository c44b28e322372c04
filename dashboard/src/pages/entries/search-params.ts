import { oneOf, type RawSearch } from '../../layout/search-params.ts';

/** The part of an entry that is shown, as it stands in the address; its statements when omitted. */
export type EntrySearch = { tab?: 'history' | 'learning' | 'chunks' };

export function parseEntrySearch(search: RawSearch): EntrySearch {
  return oneOf(search, 'tab', ['history', 'learning', 'chunks'] as const);
}
