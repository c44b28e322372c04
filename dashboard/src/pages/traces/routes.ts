import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const tracesRoutes = [
  createRoute({
    getParentRoute,
    path: '/traces',
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
    component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
  }),
] as const;
