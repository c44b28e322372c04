import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const entriesRoutes = [
  createRoute({
    getParentRoute,
    path: '/entries/$entryId',
    component: lazyRouteComponent(() => import('./entry-page.tsx'), 'EntryPage'),
  }),
] as const;
