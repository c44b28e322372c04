import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseEventsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const eventsRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    validateSearch: parseEventsSearch,
    component: lazyComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
