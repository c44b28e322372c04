import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { notifyError } from '../../api/use-action.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { DownloadIcon } from '../../components/icons.ts';
import { Section } from '../../components/section.tsx';
import { bytes } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { downloadExport } from './download.ts';

export function ExportSection() {
  const { canAdmin } = useSession();
  return (
    <Section title="Export">
      <Stack>
        <Text size="sm">
          One file with everything of the project: memories, entries with their history, traces,
          agents and statistics. API keys and other secrets are not in it.
        </Text>
        {canAdmin ? (
          <Download />
        ) : (
          <Alert color="yellow" title="An export needs a key of role ADMIN">
            It contains all that the project knows. Sign in with another key to download it.
          </Alert>
        )}
      </Stack>
    </Section>
  );
}

function Download() {
  const [withVectors, setWithVectors] = useState(false);
  const [isPacked, setIsPacked] = useState(true);
  const projectId = useProjectId();
  const { received, start, cancel } = useDownload();
  const isRunning = received !== null;
  return (
    <>
      <Checkbox
        label="With the vectors"
        description="An import into a project of the same embedding model need not compute them. The file is about three times as large."
        checked={withVectors}
        onChange={(event) => setWithVectors(event.currentTarget.checked)}
        disabled={isRunning}
      />
      <Checkbox
        label="Compressed (.gz)"
        checked={isPacked}
        onChange={(event) => setIsPacked(event.currentTarget.checked)}
        disabled={isRunning}
      />
      <Group>
        <Button
          leftSection={<DownloadIcon size={16} />}
          loading={isRunning}
          onClick={() => start({ withVectors, isPacked })}
        >
          Download
        </Button>
        {isRunning && (
          <>
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {bytes(received)} received
            </Text>
          </>
        )}
      </Group>
      <Text size="sm">The same on the command line, also for a very large project:</Text>
      <CopyText
        label="The command that exports"
        text={`LOREBASE_URL=${location.origin} LOREBASE_KEY=… \\
  npx lorebase export --project ${projectId} ${withVectors ? '--vectors ' : ''}--output project.jsonl${isPacked ? '.gz' : ''}`}
      />
    </>
  );
}

/** The bytes of a download that runs; null while none does. */
function useDownload() {
  const { key } = useSession();
  const projectId = useProjectId();
  const [received, setReceived] = useState<number | null>(null);
  const [controller, setController] = useState<AbortController | null>(null);
  const start = async (choices: { withVectors: boolean; isPacked: boolean }) => {
    const opened = new AbortController();
    setController(opened);
    setReceived(0);
    const name = `${projectId}.jsonl${choices.isPacked ? '.gz' : ''}`;
    const access = { key, projectId, signal: opened.signal };
    try {
      await downloadExport(access, { ...choices, name }, setReceived);
    } catch (error) {
      const isCancelled = error instanceof DOMException && error.name === 'AbortError';
      if (!isCancelled) {
        const message = error instanceof Error ? error.message : String(error);
        notifyError({ code: 'OFFLINE', title: 'The export failed', message, path: null });
      }
    } finally {
      setReceived(null);
    }
  };
  return { received, start, cancel: () => controller?.abort() };
}
