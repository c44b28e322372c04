import { Button, Code, Drawer, Group, Stack, Text, Textarea } from '@mantine/core';
import { parseTools } from './conversation.ts';

type Props = {
  opened: boolean;
  onClose: () => void;
  text: string;
  onChange: (text: string) => void;
};

const EXAMPLE = JSON.stringify(
  [
    {
      type: 'function',
      function: {
        name: 'weather',
        description: 'Tells the weather in a city.',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    },
  ],
  null,
  2,
);

/** The tools that the caller offers to the model, beside the agent's own. */
export function ToolsDrawer({ opened, onClose, text, onChange }: Props) {
  const { tools, error } = parseTools(text);
  return (
    <Drawer opened={opened} onClose={onClose} title="Tools of the caller" position="right">
      <Stack gap="sm">
        <Text size="sm">
          The model can call these tools with the next message. You answer in place of the tool: the
          chat shows the call and asks for its result.
        </Text>
        <Textarea
          label="Tools"
          description="A JSON array in the format of the OpenAI API"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
          autosize
          minRows={10}
          maxRows={28}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          data-autofocus
        />
        {tools.length > 0 && (
          <Text size="sm" component="div">
            Offered:{' '}
            {tools.map((tool, i) => (
              <span key={nameOf(tool) || i}>
                {i > 0 && ', '}
                <Code>{nameOf(tool) || 'a tool without a name'}</Code>
              </span>
            ))}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onChange(EXAMPLE)}>
            Insert an example
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => onChange('')}
            disabled={text.trim() === ''}
          >
            Remove all
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}

function nameOf(tool: Record<string, unknown>): string {
  const { function: called } = tool as { function?: { name?: unknown } };
  return typeof called?.name === 'string' ? called.name : '';
}
