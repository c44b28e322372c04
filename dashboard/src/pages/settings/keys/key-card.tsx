import { ActionIcon, Badge, Code, Group, Menu, Paper, Text } from '@mantine/core';
import type { KeyRowFragment, Role } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { confirmDanger } from '../../../components/confirm.tsx';
import { EditIcon, MoreIcon, RetryIcon, TrashIcon } from '../../../components/icons.ts';
import { Time } from '../../../components/time.tsx';
import { sentenceCase } from '../../../components/words.ts';
import { useSession } from '../../../session/session.tsx';
import { actorName } from '../../events/actor-name.ts';
import { KEYS_REVOKE } from './documents.ts';

const ROLE_COLORS: Record<Role, string> = { READ: 'teal', WRITE: 'indigo', ADMIN: 'orange' };

type Props = {
  apiKey: KeyRowFragment;
  onRename: (apiKey: KeyRowFragment) => void;
  onRotate: (apiKey: KeyRowFragment) => void;
};

/** One key: who may do what with it, since when, and whether it is used. */
export function KeyCard(props: Props) {
  const { apiKey } = props;
  const { viewer } = useSession();
  const { name, role, prefix, createdBy, createdAt, lastUsedAt, expiresAt, revokedAt } = apiKey;
  const isOver = revokedAt !== null || (expiresAt !== null && new Date(expiresAt) < new Date());
  return (
    <Paper p="sm">
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Text
              fw={600}
              td={isOver ? 'line-through' : undefined}
              style={{ overflowWrap: 'anywhere' }}
            >
              {name}
            </Text>
            <Badge color={ROLE_COLORS[role]}>{sentenceCase(role)}</Badge>
            {prefix !== '' && <Code fz="xs">{prefix}…</Code>}
            {viewer.apiKey?.id === apiKey.id && <Badge color="gray">Your key</Badge>}
            {revokedAt !== null && <Badge color="red">Revoked</Badge>}
          </Group>
          <Text size="sm" c="dimmed" mt={2} component="div">
            {lastUsedAt === null ? (
              'Never used'
            ) : (
              <>
                Last used <Time value={lastUsedAt} />
              </>
            )}
            {' · created '}
            <Time value={createdAt} />
            {createdBy && ` by ${actorName(createdBy)}`}
          </Text>
          <Deadlines apiKey={apiKey} />
        </div>
        {!isOver && <KeyMenu {...props} />}
      </Group>
    </Paper>
  );
}

function Deadlines({
  apiKey: { expiresAt, revokedAt, previousSecretExpiresAt },
}: {
  apiKey: KeyRowFragment;
}) {
  return (
    <Text size="sm" c="dimmed" component="div">
      {revokedAt !== null && (
        <>
          Revoked <Time value={revokedAt} />
        </>
      )}
      {revokedAt === null && expiresAt !== null && (
        <>
          Expires <Time value={expiresAt} />
        </>
      )}
      {revokedAt === null && previousSecretExpiresAt !== null && (
        <>
          {' '}
          The previous secret still works. It ends <Time value={previousSecretExpiresAt} />.
        </>
      )}
    </Text>
  );
}

function KeyMenu({ apiKey, onRename, onRotate }: Props) {
  const { viewer } = useSession();
  const revoke = useAction(KEYS_REVOKE, { success: 'The key was revoked' });
  const isOwn = viewer.apiKey?.id === apiKey.id;
  const ask = () =>
    confirmDanger({
      title: `Revoke “${apiKey.name}”?`,
      text: isOwn
        ? 'This is the key that you are signed in with: you will be signed out. It cannot be restored.'
        : 'Programs that use it are refused at once. It cannot be restored.',
      confirm: 'Revoke the key',
      onConfirm: () => revoke.run({ apiKeyId: apiKey.id }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`What to do with ${apiKey.name}`}>
          <MoreIcon size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<EditIcon size={16} />} onClick={() => onRename(apiKey)}>
          Rename
        </Menu.Item>
        <Menu.Item leftSection={<RetryIcon size={16} />} onClick={() => onRotate(apiKey)}>
          Rotate the secret
        </Menu.Item>
        <Menu.Item
          leftSection={<TrashIcon size={16} />}
          color="red"
          c="var(--mantine-color-red-light-color)"
          onClick={ask}
        >
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
