import { Box, Group, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from './icons.ts';

type Props = {
  /** What is folded, in a few words. */
  title: ReactNode;
  /** A hint of the content beside the title, cut to one line. */
  preview?: string;
  /** Number of hidden fields that have a value. If there are any, the content is shown at first. */
  given?: number;
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

/** Content that a click on its title shows and hides. While it is hidden it is not in the document. */
export function Fold({ title, preview, given = 0, isOpenAtFirst = given > 0, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const content = useId();
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <Box>
      <UnstyledButton
        w="100%"
        py={4}
        aria-expanded={isOpen}
        aria-controls={content}
        onClick={() => setOpen(!isOpen)}
      >
        <Group gap="xs" wrap="nowrap">
          <Chevron size={16} style={{ flexShrink: 0 }} />
          <Text size="sm" fw={600} component="span" miw={0} style={{ overflowWrap: 'anywhere' }}>
            {title}
            {given > 0 && ` (${given})`}
          </Text>
          {preview && !isOpen && (
            <Text size="sm" c="dimmed" component="span" truncate flex={1} miw={0}>
              {preview}
            </Text>
          )}
        </Group>
      </UnstyledButton>
      <Box id={content} hidden={!isOpen} pt={4}>
        {isOpen && children}
      </Box>
    </Box>
  );
}
