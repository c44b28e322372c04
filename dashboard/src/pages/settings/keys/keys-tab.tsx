import { useQuery } from '@apollo/client/react';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useRefetchOn } from '../../../api/live-events.tsx';
import type { KeyRowFragment } from '../../../api/types.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { AddIcon, KeyIcon } from '../../../components/icons.ts';
import { InfiniteList } from '../../../components/infinite-list.tsx';
import { PageLoader } from '../../../components/page-loader.tsx';
import { KEYS } from './documents.ts';
import { KeyCard } from './key-card.tsx';
import { NewKey } from './new-key.tsx';
import { RenameKey } from './rename-key.tsx';
import { RotateKey } from './rotate-key.tsx';

/** The keys of the project, with what can be done about each. */
export function KeysTab() {
  const [isCreating, creating] = useDisclosure(false);
  // The list can be read again and then leave out the row of the key, so the dialogs are not in it.
  const [renamed, setRenamed] = useState<KeyRowFragment | null>(null);
  const [rotated, setRotated] = useState<KeyRowFragment | null>(null);
  const { data, error, refetch, fetchMore } = useQuery(KEYS);
  useRefetchOn(['API_KEY_CREATED', 'API_KEY_UPDATED', 'API_KEY_REVOKED'], refetch);
  const keys = data?.project?.apiKeys;
  const create = (
    <Button leftSection={<AddIcon size={16} />} onClick={creating.open}>
      New key
    </Button>
  );
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed" flex="1 1 260px">
          A key is sent with each request, and is bound to this project. Its secret is shown once,
          when it is made.
        </Text>
        {create}
      </Group>
      {keys === undefined ? (
        error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : (
          <PageLoader label="Loading keys" />
        )
      ) : keys.edges.length === 0 ? (
        <EmptyState icon={KeyIcon} title="No keys yet" action={create}>
          Only root keys reach this project. Make a key for each program that uses it.
        </EmptyState>
      ) : (
        <InfiniteList
          label="Keys"
          items={keys.edges.map(({ node }) => node)}
          estimatedHeight={88}
          hasMore={keys.pageInfo.hasNextPage}
          loadMore={() => fetchMore({ variables: { after: keys.pageInfo.endCursor } })}
          renderItem={(key) => <KeyCard apiKey={key} onRename={setRenamed} onRotate={setRotated} />}
        />
      )}
      {isCreating && <NewKey onClose={creating.close} />}
      {renamed && <RenameKey apiKey={renamed} onClose={() => setRenamed(null)} />}
      {rotated && <RotateKey apiKey={rotated} onClose={() => setRotated(null)} />}
    </>
  );
}
