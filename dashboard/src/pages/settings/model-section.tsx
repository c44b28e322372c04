import { Alert, Button, Code, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SettingsProjectFragment } from '../../api/types.ts';
import { useAction } from '../../api/use-action.ts';
import { NumberField } from '../../components/number-field.tsx';
import { Section } from '../../components/section.tsx';
import { useFormError } from '../../components/use-form-error.ts';
import { count, number, sentenceCase } from '../../components/words.ts';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_REEMBED } from './documents.ts';

type Props = { project: SettingsProjectFragment };

/** Shows the embedding model of the project, and a form to re-embed the project with another one. */
export function ModelSection({ project }: Props) {
  const { canAdmin } = useSession();
  const { embeddingModel, embeddingDimensions } = project.settings;
  return (
    <Section title="Embedding model">
      <Text size="sm">
        Texts are compared by <Code>{embeddingModel}</Code>, with {number(embeddingDimensions)}{' '}
        numbers for each.
      </Text>
      {project.reembedding ? (
        <Reembedding project={project} reembedding={project.reembedding} />
      ) : (
        canAdmin && <ReembeddingForm />
      )}
    </Section>
  );
}

type ReembeddingProps = Props & {
  reembedding: NonNullable<SettingsProjectFragment['reembedding']>;
};

function Reembedding({ project, reembedding }: ReembeddingProps) {
  const { canAdmin } = useSession();
  const cancel = useAction(SETTINGS_REEMBED, { success: 'The re-embedding was cancelled' });
  const { entriesDone, entriesTotal, error, status } = reembedding;
  const done = entriesTotal === 0 ? 100 : (100 * entriesDone) / entriesTotal;
  const { embeddingModel, embeddingDimensions } = project.settings;
  return (
    <Stack gap="xs" mt="md">
      <Text size="sm" role="status">
        Embedding with <Code>{reembedding.embeddingModel}</Code>: {number(entriesDone)} of{' '}
        {count(entriesTotal, 'entry', 'entries')} ({sentenceCase(status)}). Searches use the present
        model until all are done.
      </Text>
      <Progress value={done} aria-label="Progress of the re-embedding" />
      {error !== null && <Code block>{error}</Code>}
      {canAdmin && (
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={cancel.isRunning}
            onClick={() => cancel.run({ input: { embeddingModel, embeddingDimensions } })}
          >
            Cancel the re-embedding
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function ReembeddingForm() {
  const { server } = useSession();
  const [model, setModel] = useState('');
  const [dimensions, setDimensions] = useState<number | null>(null);
  const [error, setError] = useFormError({ model, dimensions });
  const reembed = useAction(SETTINGS_REEMBED, {
    success: 'The re-embedding has begun. It can take a while.',
    onError: setError,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    void reembed.run({ input: { embeddingModel: model.trim(), embeddingDimensions: dimensions } });
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm" mt="md">
        <TextInput
          label="Embed with another model"
          description={`The local all-MiniLM-L6-v2, or a model of the server’s endpoint. New projects use ${server.embeddingModel}.`}
          value={model}
          onChange={(event) => setModel(event.currentTarget.value)}
          flex="1 1 280px"
          maw={420}
        />
        <NumberField
          label="Length of its vectors"
          placeholder="Its own"
          min={1}
          max={16_000}
          isInteger
          value={dimensions}
          onChange={setDimensions}
          w={170}
        />
        <Button
          type="submit"
          variant="default"
          disabled={model.trim() === ''}
          loading={reembed.isRunning}
        >
          Re-embed
        </Button>
      </Group>
      {error && (
        <Alert color="red" mt="sm" title={error.title} role="alert">
          {error.message}
        </Alert>
      )}
    </form>
  );
}
