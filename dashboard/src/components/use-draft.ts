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
  const known = useRef(JSON.stringify(value));
  const current = JSON.stringify(value);
  const pass = useDebouncedCallback((next: T) => {
    known.current = JSON.stringify(next);
    commit(next);
  }, DEBOUNCE_MS);
  useEffect(() => {
    if (current === known.current) return;
    known.current = current;
    pass.cancel();
    setDraft(JSON.parse(current) as T);
  }, [current, pass]);
  const change = (next: T) => {
    setDraft(next);
    pass(next);
  };
  return [draft, change];
}
