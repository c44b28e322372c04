import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useReturnedFocus } from './use-returned-focus.ts';

/** Asks before a page with unsaved changes is left, by a link, by "back", or by closing the tab. */
export function UnsavedChanges({ isChanged }: { isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // Changing a tab or a filter of the same page loses nothing.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return <LeaveQuestion onStay={reset} onLeave={proceed} />;
}

type QuestionProps = { onStay: () => void; onLeave: () => void };

/**
 * Asks whether unsaved changes may be lost, as long as it is mounted. A modal that is mounted before would close by the
 * Escape that opens it.
 */
export function LeaveQuestion({ onStay, onLeave }: QuestionProps) {
  useReturnedFocus();
  return (
    <Modal opened onClose={onStay} title="Leave without saving?">
      <Text size="sm">What you changed here is not saved yet, and would be lost.</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onStay} data-autofocus>
          Stay
        </Button>
        <Button color="red.9" onClick={onLeave}>
          Leave and lose the changes
        </Button>
      </Group>
    </Modal>
  );
}
