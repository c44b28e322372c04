import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseJobsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const jobsRoutes = [
  createRoute({
    getParentRoute,
    path: '/jobs',
    validateSearch: parseJobsSearch,
    component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage'),
  }),
] as const;
