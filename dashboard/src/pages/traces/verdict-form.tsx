import { Box, Button, Group, Kbd, Slider, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { TraceDetailFragment } from '../../api/types.ts';
import { FailIcon, PassIcon } from '../../components/icons.ts';
import { ratio } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { RESULT_COLORS } from '../../theme.ts';
import { EntryCredits } from './entry-credits.tsx';
import type { Verdict } from './use-verdict.ts';

type Props = {
  trace: TraceDetailFragment;
  verdict: Verdict;
  /** True if the keys of the review page work here. The buttons then show them. */
  hasKeys?: boolean;
};

/** The form in which a person judges a run: pass or fail, with optional details. */
export function VerdictForm({ trace, verdict, hasKeys = false }: Props) {
  const { feedback, setFeedback, feedbackField, isRunning, submit } = verdict;
  const button = (result: 'PASS' | 'FAIL') => (
    <Button
      key={result}
      color={`${RESULT_COLORS[result]}.9`}
      leftSection={result === 'PASS' ? <PassIcon size={18} /> : <FailIcon size={18} />}
      rightSection={hasKeys && <Kbd size="xs">{result === 'PASS' ? 'p' : 'f'}</Kbd>}
      loading={isRunning}
      onClick={() => submit(result)}
    >
      {result === 'PASS' ? 'Pass' : 'Fail'}
    </Button>
  );
  return (
    <Stack gap="md">
      <Textarea
        ref={feedbackField}
        label="Feedback"
        description="What was right or wrong. It is part of the prompt for the reflection."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={16_000}
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      <RewardSlider verdict={verdict} />
      <EntryCredits retrieved={trace.retrieved} verdict={verdict} />
      <ReflectionSwitch verdict={verdict} />
      <Group grow gap="xs">
        {button('PASS')}
        {button('FAIL')}
      </Group>
    </Stack>
  );
}

function RewardSlider({ verdict: { reward, setReward } }: { verdict: Verdict }) {
  return (
    <Box>
      <Group justify="space-between" gap="xs" mih={26}>
        <Text size="sm" fw={500}>
          Reward: {reward === null ? 'by the result' : ratio(reward)}
        </Text>
        {reward !== null && (
          <Button size="compact-xs" variant="default" onClick={() => setReward(null)}>
            By the result
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed" mb={8}>
        A pass has the reward 1 and a fail 0, unless you set one.
      </Text>
      <Slider
        thumbLabel="Reward"
        min={0}
        max={1}
        step={0.05}
        label={ratio}
        value={reward ?? 0.5}
        onChange={setReward}
        styles={reward === null ? { bar: { opacity: 0 } } : {}}
      />
    </Box>
  );
}

function ReflectionSwitch({ verdict: { isReflecting, setReflecting } }: { verdict: Verdict }) {
  const { hasFeature } = useSession();
  return (
    <Switch
      label="Write a reflection"
      description={
        hasFeature('CHAT')
          ? 'The chat model writes a lesson of this run in the background.'
          : 'The server has no chat model. The lesson would wait until it has one (CHAT_MODEL).'
      }
      checked={isReflecting}
      onChange={(event) => setReflecting(event.currentTarget.checked)}
    />
  );
}
