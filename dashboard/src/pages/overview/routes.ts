import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseOverviewSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const overviewRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: parseOverviewSearch,
    component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
