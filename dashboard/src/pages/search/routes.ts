import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseSearchSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const searchRoutes = [
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: parseSearchSearch,
    component: lazyRouteComponent(() => import('./search-page.tsx'), 'SearchPage'),
  }),
] as const;
