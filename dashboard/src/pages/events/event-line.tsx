import { Badge, Box, Collapse, Group, Paper, Table, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import type { EventRowFragment } from '../../api/types.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { ChevronDownIcon, ChevronRightIcon } from '../../components/icons.ts';
import { Time } from '../../components/time.tsx';
import { count, sentenceCase } from '../../components/words.ts';
import { EventSentence } from './event-sentence.tsx';
import { colorOf } from './words.ts';

type Props = { event: EventRowFragment; isNew: boolean };

/** One event in one line. A click shows its changes. */
export function EventLine({ event, isNew }: Props) {
  const [isOpen, { toggle }] = useDisclosure(false);
  const id = useId();
  const { changes, type, createdAt } = event;
  return (
    <Paper px="sm" py={6} bg={isNew ? 'var(--mantine-primary-color-light)' : undefined}>
      <Group gap="xs" justify="space-between" align="center">
        <Group gap="xs" wrap="nowrap" align="center" flex="1 1 280px" miw={0}>
          <Box
            w={8}
            h={8}
            bg={`${colorOf(type)}.6`}
            style={{ borderRadius: '50%', flex: 'none' }}
            aria-hidden
          />
          <Box miw={0}>
            <EventSentence event={event} />
          </Box>
        </Group>
        <Group gap="xs" wrap="nowrap">
          {isNew && <Badge size="sm">New</Badge>}
          <Time value={createdAt} c={isNew ? undefined : 'dimmed'} size="xs" />
          {changes.length > 0 && (
            <UnstyledButton onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
              <Group gap={2} wrap="nowrap">
                {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
                <Text size="xs">{count(changes.length, 'change')}</Text>
              </Group>
            </UnstyledButton>
          )}
        </Group>
      </Group>
      <Box id={id}>
        <Collapse expanded={isOpen}>{isOpen && <Changes event={event} />}</Collapse>
      </Box>
    </Paper>
  );
}

function Changes({ event }: { event: EventRowFragment }) {
  return (
    <Box mt="xs">
      <Table.ScrollContainer minWidth={440}>
        <Table highlightOnHover={false} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={140}>Field</Table.Th>
              <Table.Th>Before</Table.Th>
              <Table.Th>After</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {event.changes.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Td>{field}</Table.Td>
                <Table.Td>
                  <Value value={before} />
                </Table.Td>
                <Table.Td>
                  <Value value={after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Group gap="xs" mt={4}>
        <Text size="xs" c="dimmed">
          {sentenceCase(event.type)}
        </Text>
        <CopyId id={event.id} />
      </Group>
    </Box>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) {
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  }
  return (
    <Text size="sm" className="entry-text">
      {typeof value === 'string' ? value : JSON.stringify(value)}
    </Text>
  );
}
