import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseEventsSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const eventsRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: parseEventsSearch,
    component: lazyPage(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
