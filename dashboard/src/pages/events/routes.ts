import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const eventsRoutes = [
  createRoute({
    getParentRoute,
    path: '/events',
    component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  }),
] as const;
