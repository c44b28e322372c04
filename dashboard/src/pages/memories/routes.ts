import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseMapSearch } from './map/search-params.ts';
import { parseMemoriesSearch, parseMemorySearch, parseTrashSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const memoriesRoutes = [
  createRoute({
    getParentRoute,
    path: '/memories',
    validateSearch: parseMemoriesSearch,
    component: lazyPage(() => import('./memories-page.tsx'), 'MemoriesPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/memories/$memoryId',
    validateSearch: parseMemorySearch,
    component: lazyPage(() => import('./memory-page.tsx'), 'MemoryPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/memories/$memoryId/map',
    validateSearch: parseMapSearch,
    component: lazyPage(() => import('./memory-map-page.tsx'), 'MemoryMapPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/trash',
    validateSearch: parseTrashSearch,
    component: lazyPage(() => import('./trash-page.tsx'), 'TrashPage'),
  }),
] as const;
