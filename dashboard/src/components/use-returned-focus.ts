import { useEffect, useState } from 'react';

/** Gives the focus back, when the component is removed, to the element that had it before the component was shown. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}
