import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseReflectionsSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const reflectionsRoutes = [
  createRoute({
    getParentRoute,
    path: '/reflections',
    validateSearch: parseReflectionsSearch,
    component: lazyPage(() => import('./reflections-page.tsx'), 'ReflectionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reflections/$entryId',
    component: lazyPage(() => import('./reflection-page.tsx'), 'ReflectionPage'),
  }),
] as const;
