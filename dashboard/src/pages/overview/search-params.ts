import { oneOf, type RawSearch } from '../../layout/search-params.ts';

export const PERIODS = ['24h', '7d', '30d', '90d'] as const;
export type Period = (typeof PERIODS)[number];

/** What the address of the page says. */
export type OverviewSearch = { period?: Period };

export function parseOverviewSearch(search: RawSearch): OverviewSearch {
  return { ...oneOf(search, 'period', PERIODS) };
}
