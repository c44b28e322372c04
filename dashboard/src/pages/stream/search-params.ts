import { oneOf, type RawSearch, text } from '../../layout/search-params.ts';

export const STREAM_VIEWS = ['observations', 'insights', 'cycles'] as const;

/** What the address of the page says. */
export type StreamSearch = { memoryId?: string; view?: (typeof STREAM_VIEWS)[number] };

export function parseStreamSearch(search: RawSearch): StreamSearch {
  return { ...text(search, 'memoryId'), ...oneOf(search, 'view', STREAM_VIEWS) };
}
