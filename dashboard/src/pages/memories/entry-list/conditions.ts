import type { EntryOrder, KnowledgeScope } from '../../../api/types.ts';
import type { MemorySearch } from '../search-params.ts';

/** The conditions of the address as those of the API. */
export function scopeOf(search: MemorySearch): KnowledgeScope {
  const { kinds, sources, minUtility, maxUtility, reviewed, from, to } = search;
  return {
    ...(kinds && { kinds }),
    ...(sources && { sources }),
    ...(minUtility !== undefined && { minUtility }),
    ...(maxUtility !== undefined && { maxUtility }),
    ...(reviewed && { reviewed: reviewed === 'yes' }),
    ...(from && { createdAfter: startOf(from, 0) }),
    ...(to && { createdBefore: startOf(to, 1) }),
  };
}

export function orderOf({ orderBy = 'CREATED_AT' }: MemorySearch): EntryOrder {
  return { field: orderBy, direction: 'DESC' };
}

/** True if the list leaves out some entries of the memory. */
export function isFiltered(search: MemorySearch): boolean {
  return search.text !== undefined || Object.keys(scopeOf(search)).length > 0;
}

/** The list without conditions. */
export const NO_CONDITIONS: MemorySearch = {
  text: undefined,
  kinds: undefined,
  sources: undefined,
  minUtility: undefined,
  maxUtility: undefined,
  reviewed: undefined,
  from: undefined,
  to: undefined,
};

/** The first moment of a day in the reader's zone, or of a day after it. */
function startOf(day: string, daysLater: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + daysLater).toISOString();
}
