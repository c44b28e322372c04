import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseStreamSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const streamRoutes = [
  createRoute({
    getParentRoute,
    path: '/stream',
    validateSearch: parseStreamSearch,
    component: lazyRouteComponent(() => import('./stream-page.tsx'), 'StreamPage'),
  }),
] as const;
