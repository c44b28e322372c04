import 'graphiql/style.css';
import { Box, useComputedColorScheme } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { GraphiQL, type GraphiQLProps } from 'graphiql';
import { useEffect, useMemo } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { GraphiqlIcon } from '../../components/icons.ts';
import { Page } from '../../components/page.tsx';
import { useProjectId } from '../../layout/use-project-id.ts';
import { useSession } from '../../session/session.tsx';
import { connect } from './fetcher.ts';

const route = getRouteApi('/projects/$projectId/graphiql');

const FIRST_QUERY = `# Your key and this project are sent along. Ctrl-Space completes, Ctrl-Enter runs.
query Start {
  viewer {
    role
    apiKey {
      name
    }
  }
  project {
    name
    summary
  }
  memories(first: 5, orderBy: { field: UPDATED_AT, direction: DESC }) {
    totalCount
    nodes {
      name
      entryCount
    }
  }
}
`;

export function GraphiqlPage() {
  const { hasFeature } = useSession();
  return (
    <Page
      title="GraphiQL"
      description="Ask and subscribe with your key in this project. The icon of a book opens the schema."
    >
      {hasFeature('GRAPHIQL') ? (
        <Editor />
      ) : (
        <EmptyState icon={GraphiqlIcon} title="GraphiQL is switched off on this server">
          It is on outside of production, and with the variable GRAPHIQL=on.
        </EmptyState>
      )}
    </Page>
  );
}

function Editor() {
  const { key } = useSession();
  const projectId = useProjectId();
  const { query } = route.useSearch();
  const scheme = useComputedColorScheme('light');
  const connection = useMemo(() => connect({ key, projectId }), [key, projectId]);
  useEffect(() => () => connection.close(), [connection]);
  return (
    <Box
      h="calc(100dvh - 190px)"
      mih={440}
      bd="1px solid var(--mantine-color-default-border)"
      style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'auto', isolation: 'isolate' }}
    >
      <GraphiQL
        fetcher={connection.fetch as GraphiQLProps['fetcher']}
        defaultQuery={FIRST_QUERY}
        {...(query === undefined ? {} : { query })}
        forcedTheme={scheme}
        schemaDescription
        showPersistHeadersSettings={false}
        defaultEditorToolsVisibility={false}
      />
    </Box>
  );
}
