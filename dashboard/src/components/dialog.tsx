import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSession } from '../session/session.tsx';
import { LeaveQuestion, useQuestionBeforeLeaving } from './unsaved-changes.tsx';
import { useReturnedFocus } from './use-returned-focus.ts';

type Own = {
  /**
   * True if the dialog has unsaved input. Closing it or leaving the page then asks first; buttons inside the dialog
   * close it without asking.
   */
  isChanged?: boolean;
};

/** A modal that is open as long as it is mounted. Afterwards the focus is where it was before. */
export function Dialog({
  isChanged = false,
  children,
  ...props
}: Own & Omit<ModalProps, 'opened'>) {
  const { frame, question } = useDialog(isChanged, props);
  return (
    <>
      <Modal {...props} {...frame}>
        {children}
      </Modal>
      {question}
    </>
  );
}

/** A drawer on the right side, otherwise as `Dialog`. */
export function SideDialog({
  isChanged = false,
  children,
  ...props
}: Own & Omit<DrawerProps, 'opened'>) {
  const { frame, question } = useDialog(isChanged, props);
  return (
    <>
      <Drawer position="right" {...props} {...frame}>
        {children}
      </Drawer>
      {question}
    </>
  );
}

function useDialog(
  isChanged: boolean,
  { onClose, closeOnEscape = true }: { onClose: () => void; closeOnEscape?: boolean },
) {
  useReturnedFocus();
  const { rejection } = useSession();
  const [isAsking, asking] = useDisclosure(false);
  const questionBeforeLeaving = useQuestionBeforeLeaving({ isChanged });
  return {
    frame: {
      opened: true,
      onClose: isChanged ? asking.open : onClose,
      // Escape does not close a drawer behind a confirmation or behind the dialog that asks for another key.
      closeOnEscape:
        closeOnEscape && !isAsking && questionBeforeLeaving === null && rejection === null,
    },
    question:
      questionBeforeLeaving ??
      (isAsking && <LeaveQuestion onStay={asking.close} onLeave={onClose} />),
  };
}
