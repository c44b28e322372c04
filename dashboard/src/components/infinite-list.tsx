import { Box, Center, Loader } from '@mantine/core';
import { measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState } from './error-state.tsx';

type Props<T extends { id: string }> = {
  /** The list remembers the height of each item by its id. */
  items: readonly T[];
  renderItem: (item: T, index: number) => ReactNode;
  /** The usual height of an item in pixels, until it is measured. */
  estimatedHeight: number;
  /** True if the server has more items. */
  hasMore: boolean;
  loadMore: () => unknown;
  label: string;
  gap?: number;
};

/** How many items before the end the next page is requested. */
const AHEAD = 8;

/**
 * The measured heights of items, by the label of the list and the id of the item. A list that is opened again uses them
 * to have its former height at once, so that the window can return to its former scroll position.
 */
const HEIGHTS = new Map<string, number>();
const MOST_HEIGHTS = 10_000;

/** A long list in the window's own scroll: only what is near the screen is in the document, and pages load ahead. */
export function InfiniteList<T extends { id: string }>(props: Props<T>) {
  const { items, renderItem, estimatedHeight, hasMore, loadMore, label, gap = 8 } = props;
  const list = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => items.map(({ id }) => id), [items]);
  const nameOf = (index: number) => `${label} ${keys[index]}`;
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => HEIGHTS.get(nameOf(index)) ?? estimatedHeight,
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance);
      if (HEIGHTS.size >= MOST_HEIGHTS) HEIGHTS.clear();
      HEIGHTS.set(nameOf(instance.indexFromElement(element)), height);
      return height;
    },
    // The function stays the same until the items change: a new one makes the list compute all positions again.
    getItemKey: useCallback((index: number) => keys[index] ?? index, [keys]),
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 6,
    gap,
  });
  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  const loading = useRef(false);
  // Counts the loaded pages, so that the effect runs again: if the end is still near, it requests the next page.
  const [pages, setPages] = useState(0);
  const [failure, setFailure] = useState<unknown>(null);
  // Another list, or one that was read again, is asked for its own next page.
  useEffect(() => setFailure(null), [items.length, keys[0]]);
  useEffect(() => {
    if (!hasMore || failure !== null || loading.current || last < items.length - 1 - AHEAD) return;
    loading.current = true;
    // Apollo reports the loaded page in a later task, and does not if another request has started by then.
    const end = (after: () => void) =>
      setTimeout(() => {
        loading.current = false;
        after();
      });
    Promise.resolve(loadMore()).then(
      () => end(() => setPages((n) => n + 1)),
      (error) => end(() => setFailure(error)),
    );
  }, [last, items.length, hasMore, loadMore, pages, failure]);
  return (
    <>
      <Box ref={list} role="list" aria-label={label} pos="relative" h={virtualizer.getTotalSize()}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <Box
              key={key}
              data-index={index}
              ref={virtualizer.measureElement}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : items.length}
              pos="absolute"
              left={0}
              right={0}
              top={0}
              style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
            >
              {renderItem(item, index)}
            </Box>
          );
        })}
      </Box>
      {failure !== null && <ErrorState error={failure} onRetry={() => setFailure(null)} />}
      {hasMore && failure === null && (
        <Center py="md" role="status" aria-label="Loading more">
          <Loader size="sm" />
        </Center>
      )}
    </>
  );
}
