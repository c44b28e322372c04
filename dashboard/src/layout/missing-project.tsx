import { Alert, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useLiveState } from '../api/live-events.tsx';
import { TextLink } from '../components/link.tsx';
import { useSession } from '../session/session.tsx';

/** Says above a page that its project does not exist. The page stays, with what was typed there. */
export function MissingProject() {
  const { reload } = useSession();
  const isMissing = useLiveState() === 'missing';
  useEffect(() => {
    // A deleted project disappears from the list of projects. If the list cannot be read, it stays as it was.
    if (isMissing) reload().catch(() => {});
  }, [isMissing, reload]);
  if (!isMissing) return null;
  return (
    <Alert color="red" mb="md" role="alert" title="This project does not exist">
      <Text size="sm">
        It was deleted, or your key has no access to it. Nothing here can be read or saved.{' '}
        <TextLink to="/" size="sm" underline="always" c="inherit">
          Go to another project
        </TextLink>
      </Text>
    </Alert>
  );
}
