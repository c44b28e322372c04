import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ChatInjectedFragment } from '../../api/types.ts';
import { ChevronDownIcon, ChevronRightIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';

/** What was put in front of the conversation, best first, folded. */
export function ToldList({ told }: { told: readonly ChatInjectedFragment[] }) {
  const projectId = useProjectId();
  const [isOpen, { toggle }] = useDisclosure(false);
  if (told.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        It was told nothing: its memories have nothing about this.
      </Text>
    );
  }
  return (
    <div style={{ maxWidth: '100%' }}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        onClick={toggle}
        aria-expanded={isOpen}
      >
        Told {count(told.length, 'entry', 'entries')}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap={4} component="ol" m={0} my={4} p={0} style={{ listStyle: 'none' }}>
          {told.map(({ entryId, content, score, used }) => (
            <Group key={entryId} component="li" gap="xs" wrap="nowrap" align="baseline">
              <Text size="xs" ff="monospace" title="Score">
                {score === null ? '–' : ratio(score)}
              </Text>
              <div style={{ minWidth: 0 }}>
                <TextLink
                  to="/projects/$projectId/entries/$entryId"
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
      </Collapse>
    </div>
  );
}
