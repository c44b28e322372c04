import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseReviewSearch, parseTracesSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const tracesRoutes = [
  createRoute({
    getParentRoute,
    path: '/traces',
    validateSearch: parseTracesSearch,
    component: lazyRouteComponent(() => import('./traces-page.tsx'), 'TracesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/traces/$traceId',
    component: lazyRouteComponent(() => import('./trace-page.tsx'), 'TracePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/review',
    validateSearch: parseReviewSearch,
    component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
  }),
] as const;
