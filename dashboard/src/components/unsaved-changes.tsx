import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';

/** Asks before a page with unsaved changes is left, by a link, by "back", or by closing the tab. */
export function UnsavedChanges({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Changing a tab or a filter of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text size="sm">What you changed on this page is not saved yet, and would be lost.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          Stay
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          Leave and lose the changes
        </Button>
      </Group>
    </Modal>
  );
}
