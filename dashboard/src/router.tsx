import { createRouter } from '@tanstack/react-router';
import { ErrorState } from './components/error-state.tsx';
import { PageLoader } from './components/page-loader.tsx';
import { graphiqlRoute, homeRoute, projectRoute, rootRoute } from './layout/routes.tsx';
import { agentsRoutes } from './pages/agents/routes.ts';
import { entriesRoutes } from './pages/entries/routes.ts';
import { eventsRoutes } from './pages/events/routes.ts';
import { graphiqlRoutes } from './pages/graphiql/routes.ts';
import { jobsRoutes } from './pages/jobs/routes.ts';
import { memoriesRoutes } from './pages/memories/routes.ts';
import { overviewRoutes } from './pages/overview/routes.ts';
import { reflectionsRoutes } from './pages/reflections/routes.ts';
import { searchRoutes } from './pages/search/routes.ts';
import { settingsRoutes } from './pages/settings/routes.ts';
import { streamRoutes } from './pages/stream/routes.ts';
import { tracesRoutes } from './pages/traces/routes.ts';
import { transferRoutes } from './pages/transfer/routes.ts';

const routeTree = rootRoute.addChildren([
  homeRoute,
  graphiqlRoute,
  projectRoute.addChildren([
    ...overviewRoutes,
    ...memoriesRoutes,
    ...entriesRoutes,
    ...searchRoutes,
    ...reflectionsRoutes,
    ...streamRoutes,
    ...tracesRoutes,
    ...agentsRoutes,
    ...eventsRoutes,
    ...jobsRoutes,
    ...transferRoutes,
    ...settingsRoutes,
    ...graphiqlRoutes,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: PageLoader,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
