import { Group, Stack, Text } from '@mantine/core';
import type { ChatInjectedFragment } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { TextLink } from '../../components/link.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

type Props = {
  told: readonly ChatInjectedFragment[];
  /** Whether the agent reads no memory. */
  readsNothing: boolean;
};

/** What was put in front of the conversation, best first, folded. */
export function ToldList({ told, readsNothing }: Props) {
  const projectId = useProjectId();
  if (told.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {readsNothing
          ? 'It was told nothing: it reads no memory.'
          : 'It was told nothing: its memories have nothing about this.'}
      </Text>
    );
  }
  return (
    <Fold title={`Told ${count(told.length, 'entry', 'entries')}`}>
      <Stack gap={4} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {told.map(({ entryId, content, score, used }) => (
          <Group key={entryId} component="li" gap="xs" wrap="nowrap" align="baseline">
            <Text size="xs" ff="monospace" title="Score">
              {score === null ? '–' : ratio(score)}
            </Text>
            <div style={{ minWidth: 0 }}>
              <TextLink
                to="/projects/$projectId/entries/$entryId"
                c="var(--mantine-color-text)"
                params={{ projectId, entryId }}
                size="sm"
                className="entry-text"
              >
                {content}
              </TextLink>
              {used !== null && (
                <Text size="xs" c="dimmed">
                  {Math.round(used * 100)}% of its words are in the answer
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </Fold>
  );
}
