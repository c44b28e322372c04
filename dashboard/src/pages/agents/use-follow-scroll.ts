import { useEffect, useLayoutEffect, useRef } from 'react';

/** A person who is within this number of pixels of the end is assumed to read the newest text. */
const NEAR_PX = 96;

/**
 * Keeps the end of the page in sight while it grows, unless the person has scrolled up. Without content, which is null,
 * the page stays at its beginning.
 */
export function useFollowScroll(content: unknown): void {
  const follows = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement;
      follows.current = scrollHeight - (scrollY + innerHeight) < NEAR_PX;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  // The page grows when the content changes.
  useLayoutEffect(() => {
    if (follows.current && content !== null)
      scrollTo({ top: document.documentElement.scrollHeight });
  }, [content]);
}
