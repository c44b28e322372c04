import { Code } from '@mantine/core';

/** Any JSON value, indented. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  return (
    <Code
      block
      tabIndex={0}
      aria-label={label}
      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
