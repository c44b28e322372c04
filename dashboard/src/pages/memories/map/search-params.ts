import { oneOf, type RawSearch } from '../../../layout/search-params.ts';

export const MAP_ORDERS = ['CREATED_AT', 'UPDATED_AT', 'UTILITY', 'IMPORTANCE'] as const;
export const COLORINGS = ['kind', 'age', 'utility'] as const;
export const METHODS = ['umap', 'pca'] as const;

export type Coloring = (typeof COLORINGS)[number];
export type Method = (typeof METHODS)[number];

/** How the map is drawn, as it stands in the address. */
export type MapSearch = {
  /** Which entries are on the map, if the memory has more than fit. */
  part?: (typeof MAP_ORDERS)[number];
  color?: Coloring;
  method?: Method;
};

export function parseMapSearch(search: RawSearch): MapSearch {
  return {
    ...oneOf(search, 'part', MAP_ORDERS),
    ...oneOf(search, 'color', COLORINGS),
    ...oneOf(search, 'method', METHODS),
  };
}
