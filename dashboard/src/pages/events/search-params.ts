import type { EventType } from '../../api/types.ts';
import { type RawSearch, someOf, text, texts, time } from '../../layout/search-params.ts';
import { EVENT_GROUPS } from './words.ts';

/** The filters of the log, as they stand in the address. */
export type EventsSearch = {
  types?: EventType[];
  memoryId?: string;
  /** Only events of this entry. */
  entryId?: string;
  /** Ids of actors. */
  actors?: string[];
  /** Times in ISO 8601. */
  from?: string;
  to?: string;
};

const TYPES = EVENT_GROUPS.flatMap(({ types }) => types);

export function parseEventsSearch(search: RawSearch): EventsSearch {
  return {
    ...someOf(search, 'types', TYPES),
    ...text(search, 'memoryId'),
    ...text(search, 'entryId'),
    ...texts(search, 'actors'),
    ...time(search, 'from'),
    ...time(search, 'to'),
  };
}
