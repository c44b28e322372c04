import { ActionIcon, Box, Button, Group, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { SendIcon, StopIcon } from '../../components/icons.ts';
import { parseTools } from './conversation.ts';
import type { Chat } from './use-chat.ts';

type Props = { chat: Chat; isDisabled: boolean };

/** The field of the next message, which stays at the bottom of the window. */
export function Composer({ chat, isDisabled }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { error } = parseTools(chat.tools);
  const canSend = !isDisabled && !chat.isAnswering && chat.waiting === null && error === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend || text.trim() === '') return;
    chat.send(text.trim());
    setText('');
    field.current?.focus();
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      pos="sticky"
      bottom={0}
      py="sm"
      bg="var(--mantine-color-body)"
      style={{ zIndex: 1 }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Textarea
          ref={field}
          flex={1}
          aria-label="Message"
          placeholder={isDisabled ? 'The server has no chat model' : 'Message'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              submit(event);
            }
          }}
          autosize
          minRows={1}
          maxRows={8}
          autoFocus
          disabled={isDisabled}
        />
        {chat.isAnswering || chat.waiting ? (
          <Button
            variant="default"
            leftSection={<StopIcon size={16} />}
            onClick={() => {
              chat.stop();
              field.current?.focus();
            }}
            disabled={chat.live?.isStopping ?? false}
          >
            Stop
          </Button>
        ) : (
          <ActionIcon
            type="submit"
            size={36}
            aria-label="Send"
            disabled={!canSend || text.trim() === ''}
          >
            <SendIcon size={18} />
          </ActionIcon>
        )}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {hintOf(chat, error)}
      </Text>
    </Box>
  );
}

function hintOf({ waiting }: Chat, toolsError: string | null): string {
  if (toolsError) return `The tools cannot be read, so nothing can be sent. ${toolsError}`;
  if (waiting) return 'The agent waits for the result of a tool. Give it above, or stop.';
  return 'Enter sends, Shift and Enter begin a new line.';
}
