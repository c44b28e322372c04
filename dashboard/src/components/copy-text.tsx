import { ActionIcon, Box, Code, CopyButton, Tooltip } from '@mantine/core';
import { CheckIcon, CopyIcon } from './icons.ts';

/** Text to paste elsewhere, such as a query or a command, with a button that copies it. */
export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <Box pos="relative">
      <Code
        block
        pr={44}
        tabIndex={0}
        aria-label={label}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              variant="default"
              pos="absolute"
              top={6}
              right={6}
              onClick={copy}
              aria-label={copied ? 'Copied' : `Copy: ${label}`}
            >
              {copied ? <CheckIcon size={16} /> : <CopyIcon size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Box>
  );
}
