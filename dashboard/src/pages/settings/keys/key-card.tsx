import { ActionIcon, Badge, Code, Group, Menu, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { KeyRowFragment, Role } from '../../../api/types.ts';
import { useAction } from '../../../api/use-action.ts';
import { confirmDanger } from '../../../components/confirm.tsx';
import { EditIcon, MoreIcon, RetryIcon, TrashIcon } from '../../../components/icons.ts';
import { Time } from '../../../components/time.tsx';
import { sentenceCase } from '../../../components/words.ts';
import { useSession } from '../../../session/session.tsx';
import { actorName } from '../../events/actor-name.ts';
import { KEYS_REVOKE } from './documents.ts';
import { RenameKey } from './rename-key.tsx';
import { RotateKey } from './rotate-key.tsx';

const ROLE_COLORS: Record<Role, string> = { READ: 'teal', WRITE: 'indigo', ADMIN: 'orange' };

/** One key: who may do what with it, since when, and whether it is used. */
export function KeyCard({ apiKey }: { apiKey: KeyRowFragment }) {
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
        {!isOver && <KeyMenu apiKey={apiKey} />}
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
          The secret before still works, and ends <Time value={previousSecretExpiresAt} />.
        </>
      )}
    </Text>
  );
}

function KeyMenu({ apiKey }: { apiKey: KeyRowFragment }) {
  const { viewer } = useSession();
  const [isRenaming, renaming] = useDisclosure(false);
  const [isRotating, rotating] = useDisclosure(false);
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
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`What to do with ${apiKey.name}`}>
            <MoreIcon size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<EditIcon size={16} />} onClick={renaming.open}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<RetryIcon size={16} />} onClick={rotating.open}>
            Rotate the secret
          </Menu.Item>
          <Menu.Item leftSection={<TrashIcon size={16} />} color="red" onClick={ask}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming && <RenameKey apiKey={apiKey} onClose={renaming.close} />}
      {isRotating && <RotateKey apiKey={apiKey} onClose={rotating.close} />}
    </>
  );
}
