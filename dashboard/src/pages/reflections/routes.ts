import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseReflectionsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const reflectionsRoutes = [
  createRoute({
    getParentRoute,
    path: '/reflections',
    validateSearch: parseReflectionsSearch,
    component: lazyRouteComponent(() => import('./reflections-page.tsx'), 'ReflectionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reflections/$entryId',
    component: lazyRouteComponent(() => import('./reflection-page.tsx'), 'ReflectionPage'),
  }),
] as const;
