import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/** Time after the last change of a control until it is in the address, and the page is read again. */
const DEBOUNCE_MS = 300;

/**
 * A value of the address that can be edited: the edit is shown at once and passed on after a moment. A change of
 * the address from elsewhere, such as going back, replaces the edit.
 */
export function useDraft<T>(value: T, commit: (value: T) => void): [T, (value: T) => void] {
  const [draft, setDraft] = useState(value);
  const current = textOf(value);
  // The value of the address, and the edits that were passed on since and are not in the address yet.
  const expected = useRef([current]);
  const pass = useDebouncedCallback((next: T) => {
    expected.current.push(textOf(next));
    commit(next);
  }, DEBOUNCE_MS);
  useEffect(() => {
    const place = expected.current.lastIndexOf(current);
    expected.current = place === -1 ? [current] : expected.current.slice(place);
    if (place !== -1) return;
    pass.cancel();
    setDraft(JSON.parse(current) as T);
  }, [current, pass]);
  const change = (next: T) => {
    setDraft(next);
    pass(next);
  };
  return [draft, change];
}

/** A value as JSON. The keys of objects are sorted, since the address has an order of its own. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
