import { type HotkeyItem, useHotkeys } from '@mantine/hooks';

/** Keys that act on a list. They also work on its check boxes, but not in a text field or while a dialog is open. */
export function useListKeys(keys: [key: string, act: () => void][]): void {
  const items = keys.map(
    ([key, act]): HotkeyItem => [
      key,
      (event) => {
        if (isForList(event)) {
          event.preventDefault();
          act();
        }
      },
      { preventDefault: false },
    ],
  );
  useHotkeys(items, ['TEXTAREA', 'SELECT']);
}

function isForList({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || target.closest('[role=dialog]') !== null) return false;
  return !(target instanceof HTMLInputElement) || target.type === 'checkbox';
}
