import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseOverviewSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const overviewRoutes = [
  createRoute({
    getParentRoute,
    path: '/',
    validateSearch: parseOverviewSearch,
    component: lazyComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
] as const;
