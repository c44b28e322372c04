import { Alert, Button, Group } from '@mantine/core';
import type { DescribedError } from '../api/errors.ts';

type Props = {
  /** What the button that submits the form says. */
  submit: string;
  onCancel: () => void;
  isRunning?: boolean;
  disabled?: boolean;
  /** Why the form could not be saved. */
  error?: DescribedError | null;
  /** What to do after a conflict with a change of somebody else; it follows the message. */
  onConflict?: string | false;
};

/** The end of a form: the error of the last attempt, and the buttons. */
export function FormActions(props: Props) {
  const { submit, onCancel, isRunning = false, disabled = false, error, onConflict } = props;
  return (
    <>
      {error && (
        <Alert color="red" title={error.title} role="alert">
          {error.message}
          {error.code === 'CONFLICT' && onConflict && ` ${onConflict}`}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isRunning} disabled={disabled}>
          {submit}
        </Button>
      </Group>
    </>
  );
}
