import { skipToken, useQuery } from '@apollo/client/react';
import { ActionIcon, Badge, Box, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { EvidenceRole, StreamEntryFragment } from '../../api/types.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { ChevronDownIcon, ChevronRightIcon } from '../../components/icons.ts';
import { KindBadge } from '../../components/kind-badge.tsx';
import { TextLink } from '../../components/link.tsx';
import { PageLoader } from '../../components/page-loader.tsx';
import { Time } from '../../components/time.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { STREAM_EVIDENCE } from './documents.ts';
import { ImportanceMeter } from './meters.tsx';
import { timeOf } from './recency.ts';

type NodeProps = {
  entry: StreamEntryFragment;
  /** Its role as evidence of the insight above it. */
  evidenceRole: EvidenceRole | null;
};

/** An insight, below which its evidence can be shown, or an observation. */
export function InsightTreeNode({ entry, evidenceRole }: NodeProps) {
  const projectId = useProjectId();
  const [isOpen, { toggle }] = useDisclosure(false);
  const isInsight = entry.kind === 'INSIGHT';
  const { data, error } = useQuery(
    STREAM_EVIDENCE,
    isOpen ? { variables: { id: entry.id } } : skipToken,
  );
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {isInsight ? (
          <ActionIcon
            variant="subtle"
            size="sm"
            onClick={toggle}
            aria-expanded={isOpen}
            aria-label={`Evidence of: ${entry.content.slice(0, 80)}`}
          >
            <Chevron size={16} />
          </ActionIcon>
        ) : (
          <Box w={22} style={{ flex: 'none' }} />
        )}
        <Box miw={0}>
          <TextLink
            to="/projects/$projectId/entries/$entryId"
            c="var(--mantine-color-text)"
            params={{ projectId, entryId: entry.id }}
            className="entry-text"
            size="sm"
          >
            {entry.content}
          </TextLink>
          <Group gap="xs" mt={4}>
            <KindBadge kind={entry.kind} />
            {isInsight && (
              <Text size="xs" c="dimmed">
                depth {entry.depth}
              </Text>
            )}
            {evidenceRole && (
              <Badge color="gray" variant="outline" c="var(--mantine-color-text)">
                {evidenceRole === 'CITED' ? 'Cited' : 'Considered'}
              </Badge>
            )}
            <ImportanceMeter entry={entry} />
            <Time value={timeOf(entry)} c="dimmed" size="xs" />
          </Group>
        </Box>
      </Group>
      {isOpen && (
        <Stack
          gap="sm"
          component="ul"
          mt="sm"
          mb={0}
          ml={10}
          pl="sm"
          style={{
            listStyle: 'none',
            borderLeft: '2px solid var(--mantine-color-default-border)',
          }}
        >
          {error && <ErrorState error={error} />}
          {!error && !data && <PageLoader label="Loading the evidence" />}
          {data?.entry?.evidence.map((evidence) => (
            <li key={evidence.entry.id}>
              <InsightTreeNode entry={evidence.entry} evidenceRole={evidence.role} />
            </li>
          ))}
        </Stack>
      )}
    </>
  );
}
