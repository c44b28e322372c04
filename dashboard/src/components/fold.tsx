import { Box, Button, Collapse } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { ChevronDownIcon, ChevronRightIcon } from './icons.ts';

type Props = {
  label: string;
  /** How many of the hidden fields have a value; with some, the part is open at first. */
  given?: number;
  isOpenAtFirst?: boolean;
  children: ReactNode;
};

/** A part that is rarely needed, behind its name. */
export function Fold({ label, given = 0, isOpenAtFirst = given > 0, children }: Props) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst);
  const id = useId();
  return (
    <Box>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        leftSection={isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        onClick={toggle}
        aria-expanded={isOpen}
        aria-controls={id}
      >
        {given > 0 ? `${label} (${given})` : label}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        <Box pt="xs">{children}</Box>
      </Collapse>
    </Box>
  );
}
