import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseSearchSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const searchRoutes = [
  createRoute({
    getParentRoute,
    path: '/search',
    validateSearch: parseSearchSearch,
    component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
  }),
] as const;
