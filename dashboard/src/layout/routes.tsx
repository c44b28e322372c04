import { Box } from '@mantine/core';
import { createRootRoute, createRoute, Navigate } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state.tsx';
import { SearchIcon } from '../components/icons.ts';
import { TextLink } from '../components/link.tsx';
import { Page } from '../components/page.tsx';
import { useSession } from '../session/session.tsx';
import { ProjectLayout } from './project-layout.tsx';

export const rootRoute = createRootRoute({
  notFoundComponent: () => (
    <Box component="main" p="lg">
      <NotFound />
    </Box>
  ),
});

function NotFound() {
  return (
    <Page title="There is no such page">
      <EmptyState
        icon={SearchIcon}
        title="Nothing is at this address"
        action={<TextLink to="/">Go to the overview</TextLink>}
      >
        The address may be incomplete, or the page was moved.
      </EmptyState>
    </Page>
  );
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <GoToProject to="/projects/$projectId" />,
});

type GoToProjectProps = { to: '/projects/$projectId' | '/projects/$projectId/graphiql' };

/** Goes to a page of the key's project, or of the oldest one that a root key has access to. */
function GoToProject({ to }: GoToProjectProps) {
  const { viewer, projects } = useSession();
  const projectId = viewer.project?.id ?? projects.nodes.at(-1)?.id;
  if (projectId === undefined) {
    return (
      <EmptyState icon={SearchIcon} title="The server has no project">
        Create one with the mutation createProject, then reload this page.
      </EmptyState>
    );
  }
  return <Navigate to={to} params={{ projectId }} replace />;
}

export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId',
  component: ProjectLayout,
  notFoundComponent: NotFound,
});

/** The query editor has a short address. The server redirects browsers from /graphql to it. */
export const graphiqlRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/graphiql',
  component: () => <GoToProject to="/projects/$projectId/graphiql" />,
});
