import { Button, Stack } from '@mantine/core';
import type { DocumentNode } from 'graphql';
import { CopyText } from '../../components/copy-text.tsx';
import { Fold } from '../../components/fold.tsx';
import { GraphiqlIcon } from '../../components/icons.ts';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { textOf } from './operations.ts';
import { runnable } from './runnable.ts';

type Props = { document: DocumentNode; variables: { input: object } };

/** The operation of what is shown, to repeat it elsewhere. */
export function ShownQuery({ document, variables }: Props) {
  const projectId = useProjectId();
  const { hasFeature } = useSession();
  const query = textOf(document);
  const values = JSON.stringify(variables, null, 2);
  const address = new URLSearchParams({ query: runnable(query, variables) });
  return (
    <Fold title="The same as a GraphQL query">
      <Stack gap="xs">
        <CopyText text={values} label="Variables" />
        <CopyText text={query} label="Query" />
        {hasFeature('GRAPHIQL') && (
          <Button
            component="a"
            href={`/projects/${projectId}/graphiql?${address}`}
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<GraphiqlIcon size={14} />}
          >
            Open in GraphiQL
          </Button>
        )}
      </Stack>
    </Fold>
  );
}
