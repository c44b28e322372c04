import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

type Question = { title: string; text: string; confirm: string; onConfirm: () => void };

/** Asks for confirmation before an action that cannot be undone, or that changes many objects. */
export function confirmDanger({ title, text, confirm, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{text}</Text>,
    labels: { confirm, cancel: 'Cancel' },
    confirmProps: { color: 'red.9' },
    onConfirm,
  });
}
