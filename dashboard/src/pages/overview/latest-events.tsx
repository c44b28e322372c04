import { Group, Stack, Text } from '@mantine/core';
import type { EventRowFragment } from '../../api/types.ts';
import { TextLink } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { EventSentence } from '../events/event-sentence.tsx';

/** What happened last, by whom. */
export function LatestEvents({ events }: { events: readonly EventRowFragment[] }) {
  const projectId = useProjectId();
  return (
    <Section
      title="Latest events"
      actions={
        <TextLink to="/projects/$projectId/events" params={{ projectId }} size="sm">
          All events
        </TextLink>
      }
    >
      {events.length === 0 ? (
        <Text size="sm" py="lg" ta="center">
          The log is empty: all events are older than the days for which events are kept.
        </Text>
      ) : (
        <Stack gap={10}>
          {events.map((event) => (
            <Group key={event.id} justify="space-between" gap="sm" wrap="nowrap" align="baseline">
              <Text span size="sm" lineClamp={2} miw={0}>
                <EventSentence event={event} />
              </Text>
              <Time value={event.createdAt} size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }} />
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}
