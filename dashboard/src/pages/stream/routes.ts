import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseStreamSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const streamRoutes = [
  createRoute({
    getParentRoute,
    path: '/stream',
    validateSearch: parseStreamSearch,
    component: lazyPage(() => import('./stream-page.tsx'), 'StreamPage'),
  }),
] as const;
