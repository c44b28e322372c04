import { Alert, Button, Group, Kbd, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../../api/errors.ts';
import { notifyError } from '../../api/use-action.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorState } from '../../components/error-state.tsx';
import { CheckIcon, KeyboardIcon, TraceIcon } from '../../components/icons.ts';
import { ButtonLink } from '../../components/link.tsx';
import { CrumbLink, Page } from '../../components/page.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { count, number } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { ReviewKeysHelp } from './review-keys-help.tsx';
import { ReviewedTrace } from './reviewed-trace.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import { useReviewQueue } from './use-review-queue.ts';
import type { ReviewEffect } from './use-verdict.ts';

const route = getRouteApi('/projects/$projectId/review');

export function ReviewPage() {
  const { canWrite } = useSession();
  const projectId = useProjectId();
  const [isHelpOpen, help] = useDisclosure(false);
  return (
    <Page
      title="Review"
      description="Judge the runs that wait, one after another. Each verdict moves the utilities of what the run retrieved."
      crumbs={[
        <CrumbLink key="traces" to="/projects/$projectId/traces" params={{ projectId }}>
          Traces
        </CrumbLink>,
      ]}
      actions={
        canWrite && (
          <Button
            variant="default"
            leftSection={<KeyboardIcon size={16} />}
            rightSection={<Kbd size="xs">?</Kbd>}
            onClick={help.open}
          >
            Keys
          </Button>
        )
      }
    >
      {canWrite ? (
        <Queue onHelp={help.open} />
      ) : (
        <Alert title="Your key can only read">
          Reviewing needs a key of the role WRITE. The traces show the reviews of others.
        </Alert>
      )}
      {isHelpOpen && <ReviewKeysHelp onClose={help.close} />}
    </Page>
  );
}

function Queue({ onHelp }: { onHelp: () => void }) {
  const { trace: chosen, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const [effects, setEffects] = useState<Readonly<Record<string, ReviewEffect>>>({});
  const [isAtEnd, setAtEnd] = useState(false);
  const queue = useReviewQueue(agent, chosen);
  const current = chosen ?? queue.ids[0];
  const at = current === undefined ? -1 : queue.ids.indexOf(current);
  const open = (trace: string | undefined) => {
    setAtEnd(false);
    void navigate({ search: (before) => ({ ...before, trace }) });
  };
  const shown = useRef(current);
  useEffect(() => {
    shown.current = current;
    return () => {
      shown.current = undefined;
    };
  }, [current]);
  const loadAndGoOn = async () => {
    const next = await queue.loadNext();
    // While it was loaded, the person may have opened another trace or left the page.
    if (shown.current !== current) return;
    if (next === null) setAtEnd(true);
    else open(next);
  };
  const goOn = () => {
    const next = queue.ids[at + 1];
    if (next !== undefined) open(next);
    else loadAndGoOn().catch((error) => notifyError(describeError(error)));
  };
  const goBack = () => {
    if (isAtEnd) setAtEnd(false);
    else if (at > 0) open(queue.ids[at - 1]);
  };
  useReviewKeys({ n: goOn, ArrowRight: goOn, b: goBack, ArrowLeft: goBack, '?': onHelp });
  if (queue.error) return <ErrorState error={queue.error} onRetry={queue.reload} />;
  if (queue.isLoading) return <PageLoader label="Loading the traces that wait" />;
  if (current === undefined) return <NothingWaits />;
  if (isAtEnd) {
    return <End reviewed={Object.keys(effects).length} waiting={queue.waiting} onOpen={open} />;
  }
  return (
    <Stack>
      <Place at={at} total={queue.total} onBack={goBack} onNext={goOn} />
      <ReviewedTrace
        traceId={current}
        nextId={queue.ids[at + 1]}
        effect={effects[current]}
        onReviewed={(effect) => setEffects((before) => ({ ...before, [current]: effect }))}
        onNext={goOn}
      />
    </Stack>
  );
}

type PlaceProps = { at: number; total: number; onBack: () => void; onNext: () => void };

/** The number of the shown trace among those that wait. A trace that a link opened may not wait, and has no number. */
function Place({ at, total, onBack, onNext }: PlaceProps) {
  return (
    <Group gap="md" wrap="nowrap">
      <Text size="sm" fw={600} style={{ flexShrink: 0 }} role="status">
        {at === -1 ? 'Not in the queue' : `${number(at + 1)} of ${number(total)}`}
      </Text>
      <Progress
        flex={1}
        value={total === 0 ? 0 : ((at + 1) / total) * 100}
        aria-label="Place in the queue"
      />
      <Group gap="xs" wrap="nowrap">
        <Button
          variant="default"
          size="xs"
          disabled={at <= 0}
          rightSection={<Kbd size="xs">b</Kbd>}
          onClick={onBack}
        >
          Back
        </Button>
        <Button variant="default" size="xs" rightSection={<Kbd size="xs">n</Kbd>} onClick={onNext}>
          Next
        </Button>
      </Group>
    </Group>
  );
}

type EndProps = {
  reviewed: number;
  waiting: readonly string[];
  onOpen: (trace: string | undefined) => void;
};

function End({ reviewed, waiting, onOpen }: EndProps) {
  const projectId = useProjectId();
  const [first] = waiting;
  return (
    <EmptyState
      icon={CheckIcon}
      title="This was the last trace"
      action={
        <Group justify="center">
          {first !== undefined && (
            <Button onClick={() => onOpen(first)}>
              Go to the first of {count(waiting.length, 'waiting trace')}
            </Button>
          )}
          <ButtonLink to="/projects/$projectId/traces" params={{ projectId }} variant="default">
            Go to the traces
          </ButtonLink>
        </Group>
      }
    >
      You have reviewed {count(reviewed, 'trace')}. New ones appear here when they are recorded.
    </EmptyState>
  );
}

function NothingWaits() {
  const projectId = useProjectId();
  return (
    <EmptyState
      icon={TraceIcon}
      title="No trace waits for a review"
      action={
        <ButtonLink to="/projects/$projectId/traces" params={{ projectId }} variant="default">
          Go to the traces
        </ButtonLink>
      }
    >
      A run that is recorded without a review appears here at once.
    </EmptyState>
  );
}
