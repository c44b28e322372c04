import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseReviewSearch, parseTracesSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const tracesRoutes = [
  createRoute({
    getParentRoute,
    path: '/traces',
    validateSearch: parseTracesSearch,
    component: lazyPage(() => import('./traces-page.tsx'), 'TracesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/traces/$traceId',
    component: lazyPage(() => import('./trace-page.tsx'), 'TracePage'),
  }),
  createRoute({
    getParentRoute,
    path: '/review',
    validateSearch: parseReviewSearch,
    component: lazyPage(() => import('./review-page.tsx'), 'ReviewPage'),
  }),
] as const;
