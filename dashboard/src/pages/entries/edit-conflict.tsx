import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import type { EntryDetailsFragment } from '../../api/types.ts';
import { TextDiff } from '../../components/text-diff.tsx';
import { Time } from '../../components/time.tsx';

type Props = {
  mine: string;
  theirs: EntryDetailsFragment;
  onMine: () => void;
  onTheirs: () => void;
};

/** Shows the person's own text beside the one that somebody else has saved meanwhile, and asks which one to keep. */
export function EditConflict({ mine, theirs, onMine, onTheirs }: Props) {
  return (
    <Stack>
      <Alert color="orange" title="Somebody else changed this entry" role="alert">
        <Text size="sm" component="div">
          {theirs.updatedBy?.name ?? 'Somebody'} saved it <Time value={theirs.updatedAt} />, while
          you were editing. Nothing of yours is lost: choose the text to go on with.
        </Text>
      </Alert>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Side title="Theirs, as it is stored" text={theirs.content} />
        <Side title="Yours" text={mine} />
      </SimpleGrid>
      <Paper p="sm">
        <Text size="sm" fw={600} mb={4}>
          From theirs to yours
        </Text>
        <TextDiff before={theirs.content} after={mine} />
      </Paper>
      <Group justify="flex-end">
        <Button variant="default" onClick={onTheirs}>
          Go on with theirs
        </Button>
        <Button onClick={onMine}>Go on with mine</Button>
      </Group>
    </Stack>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <Paper p="sm">
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Text size="sm" className="entry-text">
        {text}
      </Text>
    </Paper>
  );
}
