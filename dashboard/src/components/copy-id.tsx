import { Code, CopyButton, Tooltip, UnstyledButton } from '@mantine/core';

/** A shortened id. A click copies the full id. */
export function CopyId({ id }: { id: string }) {
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : `Copy ${id}`}>
          <UnstyledButton
            onClick={copy}
            aria-label={`${shortId(id)}: ${copied ? 'copied' : 'copy the id'}`}
          >
            <Code fz="xs">{shortId(id)}</Code>
          </UnstyledButton>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** The prefix and the last six characters, which are enough to tell ids apart. */
function shortId(id: string): string {
  const [prefix = '', rest = ''] = id.split('_');
  return `${prefix}_…${rest.slice(-6)}`;
}
