import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const jobsRoutes = [
  createRoute({
    getParentRoute,
    path: '/jobs',
    component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
  }),
] as const;
