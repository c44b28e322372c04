import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** Time for which the button is shown. */
const SHOWN_MS = 15_000;

/** Shows what was done, with a button that undoes it. */
export function notifyUndo(message: string, undo: () => unknown): void {
  const id = notifications.show({
    color: 'teal',
    autoClose: SHOWN_MS,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
