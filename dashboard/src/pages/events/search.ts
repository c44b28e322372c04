import type { EventType } from '../../api/types.ts';
import { type RawSearch, text, texts } from '../../layout/search.ts';
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
  const { types } = texts(search, 'types');
  const known = TYPES.filter((type) => types?.includes(type));
  return {
    ...(known.length > 0 ? { types: known } : {}),
    ...text(search, 'memoryId'),
    ...text(search, 'entryId'),
    ...texts(search, 'actors'),
    ...time(search, 'from'),
    ...time(search, 'to'),
  };
}

function time<K extends string>(search: RawSearch, name: K): { [P in K]?: string } {
  const { [name]: value } = text(search, name);
  return value !== undefined && !Number.isNaN(Date.parse(value)) ? text(search, name) : {};
}
