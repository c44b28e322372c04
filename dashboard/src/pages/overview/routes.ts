import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseOverviewSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const overviewRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: parseOverviewSearch,
    component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
