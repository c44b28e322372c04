import { useState } from 'react';

/**
 * Returns the object that a page shows. If it is permanently deleted while the page is open, its last known state is
 * returned, so that an open form keeps the typed text. Returns null if the object was never read.
 */
export function useLastKnown<T extends { id: string }>(
  read: T | null | undefined,
  id: string,
): T | null {
  const [known, setKnown] = useState(read);
  if (read && read !== known) setKnown(read);
  return read ?? (known?.id === id ? known : null);
}
