import { useEffect, useRef } from 'react';
import { isEditing, SEQUENCE_MS } from '../../layout/use-go-shortcuts.ts';

/** What a key does; keys without an action are left to the browser. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Calls the action of a key, unless a text is edited, a dialog is open, or the key belongs to a control. */
export function useReviewKeys(actions: KeyActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
      // After g, a key opens another page.
      if (event.key === 'g') wentAt = event.timeStamp;
      if (event.timeStamp - wentAt <= SEQUENCE_MS) return;
      const action = latest.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isTaken({ target, key, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented || !(target instanceof HTMLElement)) return true;
  if (target.closest('[role="dialog"]')) return true;
  if (target.closest('[role="slider"], [type="radio"]') && key.startsWith('Arrow')) return true;
  return isEditing(target);
}
