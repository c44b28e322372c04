import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { TraceDetailFragment } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { LongText } from '../../components/long-text.tsx';
import { Section } from '../../components/section.tsx';
import { InTrashBadge, SupersededBadge } from '../../components/state-badges.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { UsedMeter } from './used-meter.tsx';

type Retrieval = TraceDetailFragment['retrieved'][number];

/** Entries that are shown at first. */
const SHOWN = 5;
/** Characters that are shown of each. */
const TEXT_LENGTH = 320;

type Props = {
  retrieved: readonly Retrieval[];
  /** When the trace was created. */
  recordedAt: string;
};

/** What a run retrieved, best first: how it was ranked, whether the answer used it, and the entry as it is now. */
export function Retrieved({ retrieved, recordedAt }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (retrieved.length === 0) {
    return (
      <Section title="Retrieved">
        <Text size="sm" c="dimmed">
          The run retrieved no entries, so its review moves no utility.
        </Text>
      </Section>
    );
  }
  const isUseKnown = retrieved.some(({ used }) => used !== null);
  const shown = isOpen ? retrieved : retrieved.slice(0, SHOWN);
  return (
    <Section title="Retrieved">
      <Stack gap="md" role="list" aria-label="Retrieved entries">
        {shown.map((retrieval) => (
          <RetrievedEntry
            key={retrieval.rank}
            retrieval={retrieval}
            isUseKnown={isUseKnown}
            recordedAt={recordedAt}
          />
        ))}
      </Stack>
      {retrieved.length > SHOWN && (
        <Button variant="default" size="xs" mt="md" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${count(retrieved.length, 'entry', 'entries')}`}
        </Button>
      )}
    </Section>
  );
}

type EntryProps = {
  retrieval: Retrieval;
  /** True if it was recorded for at least one entry whether the answer used it. */
  isUseKnown: boolean;
  recordedAt: string;
};

function RetrievedEntry({ retrieval, isUseKnown, recordedAt }: EntryProps) {
  const { content, rank, score, used, entry } = retrieval;
  return (
    <Group role="listitem" gap="sm" wrap="nowrap" align="flex-start">
      <Text size="sm" c="dimmed" w={24} ta="right" style={{ flexShrink: 0 }}>
        {rank}.
      </Text>
      <Stack gap={4} miw={0} flex={1}>
        <LongText text={content} shown={TEXT_LENGTH} />
        <Group gap="md" style={{ rowGap: 4 }}>
          {entry ? (
            <EntryLink retrieval={retrieval} />
          ) : (
            <Badge color="gray">Permanently deleted</Badge>
          )}
          {score !== null && (
            <Text size="xs" c="dimmed">
              Score {ratio(score)}
            </Text>
          )}
          {isUseKnown && <UsedMeter used={used} />}
          {entry && (
            <Group gap={6}>
              <Text size="xs" c="dimmed">
                Utility
              </Text>
              <UtilityMeter utility={entry.utility} reviewCount={entry.reviewCount} />
            </Group>
          )}
        </Group>
        {entry && !isSaidBy(entry, content, recordedAt) && (
          <Fold title="The entry has changed since">
            <LongText text={entry.content} shown={TEXT_LENGTH} />
          </Fold>
        )}
      </Stack>
    </Group>
  );
}

function EntryLink({ retrieval: { entryId, entry } }: { retrieval: Retrieval }) {
  const projectId = useProjectId();
  if (!entry) return null;
  return (
    <Group gap={6}>
      <KindBadge kind={entry.kind} />
      {entry.deletedAt !== null && <InTrashBadge />}
      {entry.supersededAt !== null && <SupersededBadge />}
      {entry.kind === 'REFLECTION' ? (
        <TextLink
          size="xs"
          to="/projects/$projectId/reflections/$entryId"
          params={{ projectId, entryId }}
        >
          Open the lesson
        </TextLink>
      ) : (
        <TextLink
          size="xs"
          to="/projects/$projectId/entries/$entryId"
          params={{ projectId, entryId }}
        >
          Open the entry
        </TextLink>
      )}
    </Group>
  );
}

/**
 * True if the entry still says every line that the run was shown. If it was not changed since, a line can be a part of a
 * long one.
 */
function isSaidBy(
  { content, updatedAt }: NonNullable<Retrieval['entry']>,
  shown: string,
  recordedAt: string,
): boolean {
  const lines = content.split('\n').map((line) => line.trim());
  const isUnchanged = Date.parse(updatedAt) <= Date.parse(recordedAt);
  return shown.split('\n').every((line) => {
    const said = line.trim();
    return lines.includes(said) || (isUnchanged && content.includes(said));
  });
}
