import { useState } from 'react';

/**
 * The object of a page as it was read. If it was permanently deleted since the page was opened, this is its last known
 * state, so that an open form keeps the typed text; null if the object was never read.
 */
export function useLastKnown<T extends { id: string }>(
  read: T | null | undefined,
  id: string,
): T | null {
  const [known, setKnown] = useState(read);
  if (read && read !== known) setKnown(read);
  return read ?? (known?.id === id ? known : null);
}
