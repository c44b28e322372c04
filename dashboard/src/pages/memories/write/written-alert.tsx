import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { WriteAction } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { UndoIcon } from '../../../components/icons.ts';
import { ButtonLink } from '../../../components/link.tsx';
import { useProjectId } from '../../../layout/use-project-id.ts';
import { useUndoWrites, type Write } from '../../entries/use-undo-writes.ts';
import { SUPERSEDE_ENTRIES } from '../entry-list/documents.ts';
import { tellFailed } from '../entry-list/use-bulk-actions.ts';

export type Written = Write & {
  content: string;
  /** The ids of the entries that the write superseded. */
  supersedes: readonly string[];
};

type Props = { written: Written; onClose: () => void };

const TITLES: Record<WriteAction, string> = {
  CREATED: 'Written as a new entry',
  UPDATED: 'Added to an entry',
  SKIPPED: 'Known already: counted once more',
};

/** Shows what a write did, with a button that undoes it. */
export function WrittenAlert({ written, onClose }: Props) {
  const projectId = useProjectId();
  const { action, entry, content, supersedes } = written;
  const [isUndoing, setUndoing] = useState(false);
  const takeBack = useUndoWrites();
  const supersede = useAction(SUPERSEDE_ENTRIES);
  const makeCurrent = async () => {
    // When an added statement is reverted, the server also makes the superseded entries current.
    if (action === 'UPDATED' || supersedes.length === 0) return true;
    const data = await supersede.run({ input: { entryIds: [...supersedes], by: null } });
    return data !== null && tellFailed(data.supersedeEntries.results).length === supersedes.length;
  };
  const undo = async () => {
    setUndoing(true);
    const isUndone = (await takeBack([written])) && (await makeCurrent());
    setUndoing(false);
    if (!isUndone) return;
    notifications.show({ message: 'Taken back', color: 'teal' });
    onClose();
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
        {(action !== 'SKIPPED' || supersedes.length > 0) && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<UndoIcon size={14} />}
            loading={isUndoing}
            onClick={undo}
          >
            Undo
          </Button>
        )}
        <ButtonLink
          size="compact-sm"
          variant="default"
          to="/projects/$projectId/entries/$entryId"
          params={{ projectId, entryId: entry.id }}
        >
          Open the entry
        </ButtonLink>
      </Group>
    </Alert>
  );
}
