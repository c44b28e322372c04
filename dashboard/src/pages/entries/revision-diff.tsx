import { Box, Stack, Text } from '@mantine/core';
import { TextDiff } from '../../components/text-diff.tsx';

/** A state of an entry. */
export type State = {
  content: string;
  metadata: Record<string, unknown>;
  statements: readonly { number: number; text: string; statedCount: number }[];
};

/** What a change did to the statements and the metadata of an entry. */
export function RevisionDiff({ before, after }: { before: State; after: State }) {
  const removed = without(before, after);
  const added = without(after, before);
  const metadata = [
    JSON.stringify(before.metadata, null, 2),
    JSON.stringify(after.metadata, null, 2),
  ];
  const isSameMetadata = metadata[0] === metadata[1];
  // One statement that became another one is shown as a change of words.
  const isEdit = removed.length === 1 && added.length === 1;
  if (removed.length + added.length === 0 && isSameMetadata) {
    return (
      <Text size="sm" c="dimmed">
        The statements and the metadata stayed the same.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {isEdit ? (
        <TextDiff before={removed[0] ?? ''} after={added[0] ?? ''} />
      ) : (
        <>
          {removed.map((text) => (
            <TextDiff key={`-${text}`} before={text} after="" />
          ))}
          {added.map((text) => (
            <TextDiff key={`+${text}`} before="" after={text} />
          ))}
        </>
      )}
      {!isSameMetadata && (
        <Box>
          <Text size="xs" c="dimmed" mb={2}>
            Metadata
          </Text>
          <TextDiff before={metadata[0] ?? ''} after={metadata[1] ?? ''} ff="monospace" fz="xs" />
        </Box>
      )}
    </Stack>
  );
}

/** The texts of one state that the other does not have. */
function without(one: State, other: State): string[] {
  const texts = new Set(other.statements.map(({ text }) => text));
  return one.statements.map(({ text }) => text).filter((text) => !texts.has(text));
}
