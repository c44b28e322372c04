import type { EntryOrder, KnowledgeScope } from '../../api/types.ts';
import { oneOf, type RawSearch, text } from '../../layout/search-params.ts';

/** The choices of the filter by utility: how reviews have moved the utility of the lessons. */
export const UTILITIES = {
  HELPED: { minUtility: 0.55, reviewed: true },
  MISLED: { maxUtility: 0.45, reviewed: true },
  REVIEWED: { reviewed: true },
  UNTRIED: { reviewed: false },
} as const satisfies Record<string, KnowledgeScope>;

export const REFLECTION_ORDERS = {
  NEWEST: { field: 'CREATED_AT', direction: 'DESC' },
  CHANGED: { field: 'UPDATED_AT', direction: 'DESC' },
  BEST: { field: 'UTILITY', direction: 'DESC' },
  WORST: { field: 'UTILITY', direction: 'ASC' },
} as const satisfies Record<string, EntryOrder>;

export type UtilityName = keyof typeof UTILITIES;
export type ReflectionOrderName = keyof typeof REFLECTION_ORDERS;

/** The filters of the list of lessons, as they stand in the address. */
export type ReflectionsSearch = {
  text?: string;
  outcome?: 'PASS' | 'FAIL';
  utility?: UtilityName;
  /** Id of a memory. */
  memory?: string;
  order?: ReflectionOrderName;
};

export function parseReflectionsSearch(search: RawSearch): ReflectionsSearch {
  return {
    ...text(search, 'text'),
    ...oneOf(search, 'outcome', ['PASS', 'FAIL'] as const),
    ...oneOf(search, 'utility', Object.keys(UTILITIES) as UtilityName[]),
    ...text(search, 'memory'),
    ...oneOf(search, 'order', Object.keys(REFLECTION_ORDERS) as ReflectionOrderName[]),
  };
}

/** The entries that the filters select. */
export function scopeOf({ outcome, utility, memory }: ReflectionsSearch): KnowledgeScope {
  return {
    kinds: ['REFLECTION'],
    ...(outcome && { outcomes: [outcome] }),
    ...(utility && UTILITIES[utility]),
    ...(memory && { memoryIds: [memory] }),
  };
}

export function isFiltered({ order, ...filters }: ReflectionsSearch): boolean {
  return Object.values(filters).some((value) => value !== undefined);
}
