import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { TraceDetailFragment } from '../../api/types.ts';
import { MoveIcon, UndoIcon } from '../../components/icons.ts';
import { Section } from '../../components/section.tsx';
import { EffectOnUtilities } from './review-effect.tsx';
import { REPLACES, ReviewFacts } from './review-section.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import { type ReviewEffect, useVerdict } from './use-verdict.ts';
import { VerdictForm } from './verdict-form.tsx';

type Props = {
  trace: TraceDetailFragment;
  /** What the verdict on this trace has moved, if it was given on this page. */
  effect: ReviewEffect | undefined;
  onReviewed: (effect: ReviewEffect) => void;
  onNext: () => void;
};

/** The verdict on a trace: the form until it is given, then what it has moved. */
export function VerdictPanel({ trace, effect, onReviewed, onNext }: Props) {
  const [isChanging, setChanging] = useState(false);
  const { review } = trace;
  return (
    <Section title="Verdict">
      {review !== null && isChanging && (
        <Text size="sm" c="dimmed" mb="sm">
          {REPLACES}
        </Text>
      )}
      {review === null || isChanging ? (
        <NewVerdict
          trace={trace}
          onChanged={() => setChanging(true)}
          onReviewed={(changes) => {
            setChanging(false);
            onReviewed(changes);
          }}
        />
      ) : (
        <Stack gap="md">
          <ReviewFacts review={review} />
          {effect && <EffectOnUtilities effect={effect} />}
          <GivenVerdictButtons
            isNew={effect !== undefined}
            onUndo={() => setChanging(true)}
            onNext={onNext}
          />
        </Stack>
      )}
    </Section>
  );
}

type NewVerdictProps = Pick<Props, 'trace' | 'onReviewed'> & { onChanged: () => void };

function NewVerdict({ trace, ...told }: NewVerdictProps) {
  const verdict = useVerdict({ trace, ...told });
  const digits = Array.from({ length: 10 }, (_, digit) => [
    String(digit),
    () => verdict.setReward(digit / 10),
  ]);
  useReviewKeys({
    ...Object.fromEntries(digits),
    Backspace: () => verdict.setReward(null),
    p: () => verdict.submit('PASS'),
    f: () => verdict.submit('FAIL'),
    t: () => verdict.feedbackField.current?.focus(),
  });
  return <VerdictForm trace={trace} verdict={verdict} hasKeys />;
}

type GivenVerdictButtonsProps = { isNew: boolean; onUndo: () => void; onNext: () => void };

function GivenVerdictButtons({ isNew, onUndo, onNext }: GivenVerdictButtonsProps) {
  const next = useRef<HTMLButtonElement>(null);
  useReviewKeys({ u: onUndo });
  // After a verdict, Enter goes to the next trace.
  useEffect(() => {
    if (isNew) next.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Group grow gap="xs">
      <Button
        variant="default"
        leftSection={<UndoIcon size={16} />}
        rightSection={<Kbd size="xs">u</Kbd>}
        onClick={onUndo}
      >
        Undo
      </Button>
      <Button
        ref={next}
        leftSection={<MoveIcon size={16} />}
        rightSection={<Kbd size="xs">n</Kbd>}
        onClick={onNext}
      >
        Next
      </Button>
    </Group>
  );
}
