import { Badge, Box, Code, Group, Paper, Text } from '@mantine/core';
import type { WriteAction } from '../../api/types.ts';
import { EditIcon, ToolIcon } from '../../components/icons.ts';
import { TextLink } from '../../components/link.tsx';
import { sentenceCase } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { WRITE_COLORS } from '../../theme.ts';
import type { Part } from './answer-parts.ts';

/** A text, a call of a tool or a write of an answer. */
export function AnswerPart({ part }: { part: Part }) {
  switch (part.type) {
    case 'text':
      return (
        <Paper px="md" py="xs" maw="100%">
          <Text className="entry-text">{part.text}</Text>
        </Paper>
      );
    case 'call':
      return <ToolCallBox part={part} />;
    case 'write':
      return <WriteBox part={part} />;
  }
}

function ToolCallBox({ part: { call, result } }: { part: Extract<Part, { type: 'call' }> }) {
  return (
    <Box maw="100%">
      <Group gap={6} wrap="nowrap" align="flex-start">
        <ToolIcon size={16} style={{ flex: 'none', marginTop: 3 }} />
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          Called <Code>{call.name}</Code> with <Code>{call.arguments || 'nothing'}</Code>
          {result !== null && (
            <Text size="sm" c="dimmed" className="entry-text">
              Result: {result}
            </Text>
          )}
        </Text>
      </Group>
    </Box>
  );
}

const EXPLANATIONS: Record<WriteAction, string> = {
  CREATED: 'A new entry',
  UPDATED: 'Added to a similar entry',
  SKIPPED: 'The memory says so already',
};

function WriteBox({ part: { write } }: { part: Extract<Part, { type: 'write' }> }) {
  const projectId = useProjectId();
  const { content, action, entry, error } = write;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" maw="100%">
      <EditIcon size={16} style={{ flex: 'none', marginTop: 3 }} />
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        <Badge color={action === null ? 'red' : WRITE_COLORS[action]} mr={6}>
          {action === null ? 'Not written' : sentenceCase(action)}
        </Badge>
        {entry ? (
          <>
            <TextLink
              to="/projects/$projectId/entries/$entryId"
              c="var(--mantine-color-text)"
              params={{ projectId, entryId: entry.id }}
              size="sm"
            >
              {content}
            </TextLink>
            <Text size="xs" c="dimmed">
              {action && EXPLANATIONS[action]} in {entry.memory.name}
            </Text>
          </>
        ) : (
          content
        )}
        {error && (
          <Text size="xs" c="var(--mantine-color-error)">
            {sentenceCase(error.code)}: {error.message}
          </Text>
        )}
      </Text>
    </Group>
  );
}
