import { Box, Text } from '@mantine/core';
import { sentenceCase } from '../../components/words.ts';

/** A message in the format of the OpenAI API: who says it, and its text. */
export function MessageBox({ message }: { message: Record<string, unknown> }) {
  return (
    <Box
      p="xs"
      bg="var(--mantine-color-default-hover)"
      style={{ borderRadius: 'var(--mantine-radius-md)' }}
    >
      <Text size="xs" c="dimmed" fw={600}>
        {sentenceCase(String(message.role))}
      </Text>
      <Text size="sm" className="entry-text">
        {textOf(message)}
      </Text>
    </Box>
  );
}

/** The text of a message, whose content is a text or a list of parts. */
export function textOf({ content }: Record<string, unknown>): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: unknown }) => String(part.text ?? '')).join('');
}
