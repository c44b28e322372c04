import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseJobsSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const jobsRoutes = [
  createRoute({
    getParentRoute,
    path: '/jobs',
    validateSearch: parseJobsSearch,
    component: lazyPage(() => import('./jobs-page.tsx'), 'JobsPage'),
  }),
] as const;
