import { useApolloClient } from '@apollo/client/react';
import { Alert, Badge, Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { type DescribedError, describeError } from '../../../api/errors.ts';
import type { ExtractDocumentMutation } from '../../../api/types.ts';
import { notifyUndo } from '../../../components/notify-undo.tsx';
import { count, sentenceCase } from '../../../components/words.ts';
import { useSession } from '../../../session/session.tsx';
import { WRITE_COLORS } from '../../../theme.ts';
import { useUndoWrites } from '../../entries/use-undo-writes.ts';
import { EXTRACT_DOCUMENT } from './documents.ts';

type Extracted = ExtractDocumentMutation['extractEntries'];
type Step = 'idle' | 'reading' | 'writing';

type Props = {
  memoryId: string;
  /** True if the memory is in the trash. Then nothing can be written. */
  isDeleted: boolean;
  text: string;
  setText: Dispatch<SetStateAction<string>>;
};

/** Writes the texts of a pasted document, after a preview of these texts. */
export function DocumentForm({ memoryId, isDeleted, text, setText }: Props) {
  const client = useApolloClient();
  const { hasFeature } = useSession();
  const [found, setFound] = useState<Extracted | null>(null);
  const [error, setError] = useState<DescribedError | null>(null);
  const [step, setStep] = useState<Step>('idle');
  const undo = useUndoWrites();
  const canWrite = text.trim() !== '' && !isDeleted;
  const extract = async (dryRun: boolean) => {
    setStep(dryRun ? 'reading' : 'writing');
    setError(null);
    try {
      const { data } = await client.mutate({
        mutation: EXTRACT_DOCUMENT,
        variables: { input: { memoryId, text, dryRun } },
        fetchPolicy: 'no-cache',
      });
      if (!data) return;
      setFound(data.extractEntries);
      if (!dryRun) {
        const { results } = data.extractEntries;
        const writes = results.flatMap(({ result }) => ('message' in result ? [] : [result]));
        notifyUndo(`Wrote ${count(results.length, 'text')} of the document`, () => undo(writes));
        setText((now) => (now === text ? '' : now));
      }
    } catch (failure) {
      setError(describeError(failure));
    } finally {
      setStep('idle');
    }
  };
  return (
    <Stack>
      <Textarea
        label="Document"
        description={
          hasFeature('CHAT')
            ? 'The chat model extracts facts from it, and each is written as an entry.'
            : 'Each sentence is written as an entry: the server has no chat model that could extract facts.'
        }
        autosize
        minRows={6}
        maxRows={16}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setFound(null);
        }}
      />
      {error && (
        <Alert color="red" title={error.title} role="alert">
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          disabled={!canWrite || step === 'writing'}
          loading={step === 'reading'}
          onClick={() => extract(true)}
        >
          Preview
        </Button>
        <Button
          disabled={!canWrite || step === 'reading'}
          loading={step === 'writing'}
          onClick={() => extract(false)}
        >
          Write all
        </Button>
      </Group>
      {found && <Found found={found} />}
    </Stack>
  );
}

function Found({ found }: { found: Extracted }) {
  return (
    <Stack gap="xs" aria-label="Texts of the document" role="list">
      <Text size="sm" c="dimmed" role="status">
        {count(found.results.length, 'text')} {found.dryRun ? 'would be written' : 'written'},{' '}
        {found.method === 'CHAT' ? 'extracted by the chat model' : 'one for each sentence'}
      </Text>
      {found.results.map(({ content, result }, i) => (
        // A document can have the same text twice.
        <Paper key={`${i} ${content}`} px="sm" py="xs" role="listitem">
          <Group wrap="nowrap" align="flex-start" gap="sm" justify="space-between">
            <Text size="sm" className="entry-text" miw={0}>
              {content}
            </Text>
            {'message' in result ? (
              <Badge color="red" style={{ flexShrink: 0 }} title={result.message}>
                Not accepted
              </Badge>
            ) : (
              <Badge color={WRITE_COLORS[result.action]} style={{ flexShrink: 0 }}>
                {sentenceCase(result.action)}
              </Badge>
            )}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
