import { Alert, Button, Group, Text } from '@mantine/core';
import type { WriteAction } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { UndoIcon } from '../../../components/icons.ts';
import { ButtonLink } from '../../../components/link.tsx';
import { useProjectId } from '../../../layout/use-project-id.ts';
import { DELETE_ONE_ENTRY, REVERT_ONE_ENTRY } from '../../entries/documents.ts';

export type Written = { action: WriteAction; entryId: string; content: string };

type Props = { written: Written; onClose: () => void };

const TITLES: Record<WriteAction, string> = {
  CREATED: 'Written as a new entry',
  UPDATED: 'Merged into an entry',
  SKIPPED: 'Known already: counted once more',
};

/** Shows what a write did, with a button that undoes it. */
export function WrittenAlert({ written, onClose }: Props) {
  const projectId = useProjectId();
  const { action, entryId, content } = written;
  const remove = useAction(DELETE_ONE_ENTRY, { success: 'Taken back' });
  const revert = useAction(REVERT_ONE_ENTRY, { success: 'Taken back' });
  const undo = async () => {
    const undone =
      action === 'CREATED'
        ? await remove.run({ input: { entryId } })
        : await revert.run({ input: { entryId } });
    if (undone) onClose();
  };
  return (
    <Alert
      color="teal"
      title={TITLES[action]}
      withCloseButton
      onClose={onClose}
      closeButtonLabel="Close"
      role="status"
    >
      <Text size="sm" lineClamp={2} className="entry-text">
        {content}
      </Text>
      <Group gap="xs" mt="xs">
        {action !== 'SKIPPED' && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<UndoIcon size={14} />}
            loading={remove.isRunning || revert.isRunning}
            onClick={undo}
          >
            Undo
          </Button>
        )}
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/projects/$projectId/entries/$entryId"
          params={{ projectId, entryId }}
        >
          Open the entry
        </ButtonLink>
      </Group>
    </Alert>
  );
}
