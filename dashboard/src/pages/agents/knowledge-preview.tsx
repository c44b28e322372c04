import { useLazyQuery } from '@apollo/client/react';
import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AgentKnowledgePreviewQuery, OmissionReason } from '../../api/types.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { TextLink } from '../../components/link.tsx';
import { Section } from '../../components/section.tsx';
import { count, ratio } from '../../components/words.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { AGENT_KNOWLEDGE_PREVIEW } from './documents.ts';
import { type AgentDraft, callConfigOf, isSame, removedFrom } from './draft.ts';
import { TITLES, Warning } from './knowledge-warnings.tsx';
import { MessageBox } from './message-box.tsx';

type Props = { agentId: string; draft: AgentDraft; saved: AgentDraft };
type Preview = AgentKnowledgePreviewQuery['agentKnowledge'];

/** What the model would be told about a question, with the configuration as it is edited. */
export function KnowledgePreview({ agentId, draft, saved }: Props) {
  const [question, setQuestion] = useState('');
  const [ask, { data, error, loading }] = useLazyQuery(AGENT_KNOWLEDGE_PREVIEW, {
    fetchPolicy: 'network-only',
  });
  const isChanged = !isSame(draft, saved);
  const removed = removedFrom(saved, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (question.trim() === '') return;
    const messages = [{ role: 'user', content: question }];
    const knowledgeConfig = isChanged ? callConfigOf(draft) : null;
    void ask({ variables: { input: { agentId, messages, knowledgeConfig } } });
  };
  return (
    <Section title="What would it be told?">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label="A question to the agent"
            description="Nothing is sent to a chat model, and no entry changes."
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              submit(event);
            }}
            autosize
            minRows={2}
            maxRows={6}
          />
          <Group gap="xs">
            <Button
              type="submit"
              size="xs"
              variant="light"
              loading={loading}
              disabled={question.trim() === ''}
            >
              Show what it is told
            </Button>
            {isChanged && (
              <Text size="xs" c="dimmed">
                with your unsaved changes
              </Text>
            )}
          </Group>
          {isChanged && removed.length > 0 && (
            <Text size="xs" c="dimmed">
              The {removed.join(', ')} that you took out still count here until you save.
            </Text>
          )}
        </Stack>
      </form>
      {error && <ErrorState error={error} />}
      {data && !error && <PreviewResult preview={data.agentKnowledge} />}
    </Section>
  );
}

function PreviewResult({ preview }: { preview: Preview }) {
  const { messages, results, omitted, tokens, warnings } = preview;
  return (
    <Stack gap="sm" mt="md">
      {warnings.map(({ code, message, memoryId }) => (
        <Warning key={`${code} ${memoryId}`} title={TITLES[code]} text={message} />
      ))}
      {messages.length === 0 ? (
        <Alert color="gray" title="It would be told nothing">
          <Text size="sm">
            The scope has no entries, or none is above the lowest relevance. Choose more memories or
            tags, or lower the lowest relevance.
          </Text>
        </Alert>
      ) : (
        <>
          <Text size="sm" role="status">
            {count(results.length, 'entry', 'entries')} in {count(messages.length, 'message')},{' '}
            {count(tokens, 'token')}
          </Text>
          {messages.map((message, i) => (
            <MessageBox
              // The messages of one answer never change their places.
              key={i}
              message={message}
            />
          ))}
          <ResultList
            title="Where that comes from"
            rows={results.map(({ entry, score, chunk }) => ({
              id: entry.id,
              score,
              text: chunk.text,
            }))}
          />
        </>
      )}
      {omitted.length > 0 && (
        <ResultList
          title="Left out"
          rows={omitted.map(({ reason, result }) => ({
            id: result.entry.id,
            score: result.score,
            text: result.chunk.text,
            note: REASONS[reason],
          }))}
        />
      )}
    </Stack>
  );
}

const REASONS: Record<OmissionReason, string> = {
  MIN_SCORE: 'below the lowest relevance',
  RELATIVE_SCORE: 'too far from the question, or from the best one',
  TOKEN_BUDGET: 'does not fit into the token budget',
  LIMIT: 'beyond the maximum number of entries',
};

type Row = { id: string; score: number; text: string; note?: string };

function ResultList({ title, rows }: { title: string; rows: Row[] }) {
  const projectId = useProjectId();
  return (
    <div>
      <Title order={3} fz="sm" mb={4}>
        {title}
      </Title>
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {rows.map(({ id, score, text, note }) => (
          <Group key={id} component="li" gap="xs" wrap="nowrap" align="baseline">
            <Text size="xs" ff="monospace">
              {ratio(score)}
            </Text>
            <div style={{ minWidth: 0 }}>
              <TextLink
                to="/projects/$projectId/entries/$entryId"
                c="var(--mantine-color-text)"
                params={{ projectId, entryId: id }}
                size="sm"
                lineClamp={2}
                style={{ overflowWrap: 'anywhere' }}
              >
                {text}
              </TextLink>
              {note && (
                <Text size="xs" c="dimmed">
                  {note}
                </Text>
              )}
            </div>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
