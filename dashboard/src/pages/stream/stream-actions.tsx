import { Button, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { useNavigate } from '@tanstack/react-router';
import type { StreamSettingsFieldsFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { AddIcon, RunIcon, SettingsIcon } from '../../components/icons.ts';
import { count, number } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { STREAM_RUN } from './documents.ts';
import { RecordForm } from './record-form.tsx';
import type { StreamSearch } from './search-params.ts';
import type { StreamMemory } from './stream-page.tsx';
import { StreamSettingsDrawer } from './stream-settings-drawer.tsx';

type Props = { memory: StreamMemory; inherited: StreamSettingsFieldsFragment };

/** The actions on a stream: record, change its settings, and form insights now. */
export function StreamActions({ memory, inherited }: Props) {
  const { canWrite } = useSession();
  const [isRecording, recording] = useDisclosure(false);
  const [isSetting, setting] = useDisclosure(false);
  const canChange = canWrite && memory.deletedAt === null;
  return (
    <>
      <Button variant="default" leftSection={<SettingsIcon size={16} />} onClick={setting.open}>
        Settings
      </Button>
      {canChange && (
        <>
          <Button variant="default" leftSection={<AddIcon size={16} />} onClick={recording.open}>
            Record
          </Button>
          <RunButton memory={memory} />
        </>
      )}
      {isRecording && <RecordForm memoryId={memory.id} onClose={recording.close} />}
      {isSetting && (
        <StreamSettingsDrawer
          memory={memory}
          inherited={inherited}
          canChange={canChange}
          onClose={setting.close}
        />
      )}
    </>
  );
}

function RunButton({ memory }: { memory: StreamMemory }) {
  const { hasFeature } = useSession();
  const navigate = useNavigate({ from: '/projects/$projectId/stream' });
  const { stream } = memory;
  const run = useAction(STREAM_RUN, {
    success: 'A cycle has begun. Its insights appear when they are found.',
    refetch: ['StreamCycles'],
  });
  const start = async (force: boolean) => {
    const started = await run.run({ input: { memoryId: memory.id, force } });
    const search = (before: StreamSearch) => ({ ...before, view: 'cycles' as const });
    if (started) await navigate({ to: '.', search });
  };
  const isDue =
    stream.settings.insights &&
    stream.cumulativeImportance >= stream.importanceThreshold &&
    stream.observationCount >= stream.minObservations;
  const ask = () =>
    modals.openConfirmModal({
      title: 'Form insights now?',
      children: <BelowThresholds memory={memory} />,
      labels: { confirm: 'Run it anyway', cancel: 'Cancel' },
      onConfirm: () => void start(true),
    });
  const button = (
    <Button
      leftSection={<RunIcon size={16} />}
      onClick={() => (isDue ? start(false) : ask())}
      loading={run.isRunning}
      disabled={!hasFeature('CHAT')}
    >
      Run now
    </Button>
  );
  if (hasFeature('CHAT')) return button;
  return (
    <Tooltip label="The server has no chat model: set CHAT_MODEL">
      <span>{button}</span>
    </Tooltip>
  );
}

function BelowThresholds({ memory }: { memory: StreamMemory }) {
  const { cumulativeImportance, importanceThreshold, observationCount, minObservations, settings } =
    memory.stream;
  return (
    <Text size="sm">
      {settings.insights
        ? `The stream is below its thresholds: an importance of ${number(Math.round(cumulativeImportance))} of ${number(importanceThreshold)}, and ${number(observationCount)} of ${count(minObservations, 'observation')}.`
        : 'This stream starts no cycles by itself.'}{' '}
      A cycle now asks the chat model {count(settings.questionsPerCycle, 'question')} about the
      latest {count(settings.recentObservations, 'observation')}, which may say little new, and both
      bars begin again at zero.
    </Text>
  );
}
