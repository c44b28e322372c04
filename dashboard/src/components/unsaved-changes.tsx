import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useReturnedFocus } from './use-returned-focus.ts';

type Props = {
  isChanged: boolean;
  /** True if the changes are lost as well when another tab of the page is shown. */
  isLostWithTab?: boolean;
};

/** Asks before a page with unsaved changes is left, by a link, by "back", or by closing the browser's tab. */
export function UnsavedChanges(props: Props): ReactNode {
  return useQuestionBeforeLeaving(props);
}

/** What `UnsavedChanges` shows: the question while it is asked, otherwise null. */
export function useQuestionBeforeLeaving({ isChanged, isLostWithTab = false }: Props): ReactNode {
  const { status, proceed, reset } = useBlocker({
    // A change of the filters of the same page loses nothing.
    shouldBlockFn: ({ current, next }) =>
      isChanged &&
      (current.pathname !== next.pathname || (isLostWithTab && tabOf(current) !== tabOf(next))),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  // The router waits for the answer even if the form is removed meanwhile because it was saved.
  useEffect(() => () => reset?.(), [reset]);
  if (status !== 'blocked') return null;
  return <LeaveQuestion onStay={reset} onLeave={proceed} />;
}

function tabOf({ search }: { search: object }): unknown {
  return 'tab' in search ? search.tab : undefined;
}

type QuestionProps = { onStay: () => void; onLeave: () => void };

/**
 * Asks whether unsaved changes may be lost. It is mounted only while it asks: a modal that is mounted earlier also
 * receives the Escape that opens it, and closes.
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
