import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { TextLink } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { Time } from '../../components/time.tsx';
import { UtilityMeter } from '../../components/utility-meter.tsx';
import { count, number, sentenceCase } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { ImportanceParts } from './importance-parts.tsx';

/** The properties of an entry. */
export function EntryFacts({ entry }: { entry: EntryDetailsFragment }) {
  const projectId = useProjectId();
  return (
    <Section title="About this entry">
      <Stack gap={8}>
        <Fact label="Id">
          <CopyId id={entry.id} />
        </Fact>
        <Fact label="Utility">
          <UtilityMeter utility={entry.utility} reviewCount={entry.reviewCount} />
        </Fact>
        <Fact label="Importance">
          <ImportanceParts entry={entry} />
        </Fact>
        <Fact label="Source">{sentenceCase(entry.source)}</Fact>
        {entry.occurredAt && (
          <Fact label="Happened">
            <Time value={entry.occurredAt} />
          </Fact>
        )}
        {entry.expiresAt && (
          <Fact label="Expires">
            <Time value={entry.expiresAt} />
          </Fact>
        )}
        <Fact label="Created">
          <Time value={entry.createdAt} />
          {entry.createdBy && ` by ${entry.createdBy.name}`}
        </Fact>
        <Fact label="Changed">
          <Time value={entry.updatedAt} />
          {entry.updatedBy && ` by ${entry.updatedBy.name}`}
        </Fact>
        <Fact label="Accesses counted">
          {entry.accessCount === 0 ? (
            'none'
          ) : (
            <>
              {count(entry.accessCount, 'time')}
              {entry.lastAccessedAt && (
                <>
                  , last <Time value={entry.lastAccessedAt} />
                </>
              )}
            </>
          )}
        </Fact>
        <Fact label="Times changed">{number(entry.version)}</Fact>
        {entry.statements.length > 1 && Object.keys(entry.metadata).length > 0 && (
          <JsonView value={entry.metadata} label="Metadata of the entry" />
        )}
        <TextLink
          size="sm"
          to="/projects/$projectId/events"
          params={{ projectId }}
          search={{ entryId: entry.id }}
        >
          Events of this entry
        </TextLink>
      </Stack>
    </Section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
      <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
        {label}
      </Text>
      <Text size="sm" component="div" ta="right" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}
