import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseEventsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const eventsRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: parseEventsSearch,
    component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
