import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TraceDetailFragment } from '../../api/types.ts';
import { Facts } from '../../components/facts.tsx';
import { EditIcon } from '../../components/icons.ts';
import { LongText } from '../../components/long-text.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { count, ratio } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { ReviewBadge } from './review-badge.tsx';
import { EffectOnUtilities } from './review-effect.tsx';
import { type ReviewEffect, useVerdict } from './use-verdict.ts';
import { VerdictForm } from './verdict-form.tsx';

export const REPLACES =
  'The new review replaces the old one. Later reviews of the same entries are replayed, so every utility is what it would have been.';

/** The review of a run, or the form that makes one or replaces it. */
export function ReviewSection({ trace }: { trace: TraceDetailFragment }) {
  const { canWrite } = useSession();
  const [isReplacing, setReplacing] = useState(false);
  const [effect, setEffect] = useState<ReviewEffect | null>(null);
  const { review } = trace;
  const isJudging = canWrite && (review === null || isReplacing);
  return (
    <Section
      title="Review"
      actions={
        review !== null &&
        canWrite && (
          <Button
            size="xs"
            variant="default"
            leftSection={!isReplacing && <EditIcon size={14} />}
            onClick={() => setReplacing(!isReplacing)}
          >
            {isReplacing ? 'Keep the review' : 'Replace'}
          </Button>
        )
      }
    >
      <Stack gap="md">
        {review !== null && !isReplacing && <ReviewFacts review={review} />}
        {review === null && !canWrite && (
          <Text size="sm" c="dimmed">
            The run waits for a review. Your key can only read.
          </Text>
        )}
        {review !== null && isReplacing && (
          <Text size="sm" c="dimmed">
            {REPLACES}
          </Text>
        )}
        {isJudging && (
          <NewVerdict
            trace={trace}
            onChanged={() => setReplacing(true)}
            onReviewed={(changes) => {
              setEffect(changes);
              setReplacing(false);
            }}
          />
        )}
        {effect !== null && !isJudging && <EffectOnUtilities effect={effect} />}
      </Stack>
    </Section>
  );
}

function NewVerdict(props: Parameters<typeof useVerdict>[0]) {
  const verdict = useVerdict(props);
  return <VerdictForm trace={props.trace} verdict={verdict} />;
}

type ReviewFactsProps = { review: NonNullable<TraceDetailFragment['review']> };

/** What a review says. */
export function ReviewFacts({ review }: ReviewFactsProps) {
  const { reward, feedback, alpha, baseline, entryRewards, reviewedAt, reviewedBy } = review;
  const credited = entryRewards.length;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <ReviewBadge review={review} />
        <Text size="sm" c="dimmed">
          <Time value={reviewedAt} /> by {reviewedBy.name}
        </Text>
      </Group>
      {feedback !== null && <LongText text={feedback} />}
      <Facts
        items={[
          ['Reward', ratio(reward)],
          [
            'Usual reward',
            baseline === null ? null : `${ratio(baseline)}, of the agent’s earlier runs`,
          ],
          ['Learning rate', alpha === null ? 'By the reviews of each entry' : ratio(alpha)],
          ['Credited', credited === 0 ? null : count(credited, 'single entry', 'single entries')],
        ]}
      />
    </Stack>
  );
}
