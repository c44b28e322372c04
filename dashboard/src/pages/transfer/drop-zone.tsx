import { Button, FileButton, Paper, Stack, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { UploadIcon } from '../../components/icons.ts';

type Props = { onFile: (file: File) => void };

/** Takes a file that is dropped, or chosen by keyboard. */
export function DropZone({ onFile }: Props) {
  const [isOver, setIsOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <Paper
      p="xl"
      bg={isOver ? 'var(--mantine-primary-color-light)' : undefined}
      style={{ borderStyle: 'dashed' }}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap="xs" ta="center">
        <UploadIcon size={28} />
        <Text fw={600}>Drop a file here</Text>
        <Text size="sm" c="dimmed" maw={460}>
          An export of Lorebase (.jsonl, .jsonl.gz), Markdown or text, or a file of mem0, Letta, the
          MCP memory server, LangGraph, Zep or Graphiti.
        </Text>
        <FileButton onChange={(file) => file && onFile(file)}>
          {(props) => (
            <Button variant="default" mt="xs" {...props}>
              Choose a file
            </Button>
          )}
        </FileButton>
      </Stack>
    </Paper>
  );
}
