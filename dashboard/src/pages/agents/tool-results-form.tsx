import { Button, Code, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { RunIcon } from '../../components/icons.ts';
import type { Call } from './conversation.ts';
import type { ToolResult } from './use-answer-stream.ts';

type Props = { calls: readonly Call[]; onSend: (results: ToolResult[]) => void };

/** Asks for the results of the caller's tools, for which the agent waits. */
export function ToolResultsForm({ calls, onSend }: Props) {
  const [results, setResults] = useState<Record<string, string>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(calls.map(({ id }) => ({ toolCallId: id, content: results[id] ?? '' })));
  };
  return (
    <Paper component="form" onSubmit={submit} p="md" w="100%" aria-label="Results of tools">
      <Stack gap="sm">
        <Text size="sm">
          The agent called {calls.length === 1 ? 'a tool' : 'tools'} of yours and waits for{' '}
          {calls.length === 1 ? 'its result' : 'their results'}. Type what the tool would answer.
        </Text>
        {calls.map((call, i) => (
          <Textarea
            key={call.id}
            label={`Result of ${call.name}`}
            description={
              <>
                Called with <Code>{call.arguments || 'nothing'}</Code>
              </>
            }
            value={results[call.id] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setResults((before) => ({ ...before, [call.id]: value }));
            }}
            autosize
            minRows={1}
            maxRows={8}
            autoFocus={i === 0}
          />
        ))}
        <Button type="submit" size="xs" w="fit-content" leftSection={<RunIcon size={14} />}>
          Continue
        </Button>
      </Stack>
    </Paper>
  );
}
