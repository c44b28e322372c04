import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseReflectionsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const reflectionsRoutes = [
  createRoute({
    getParentRoute,
    path: '/reflections',
    validateSearch: parseReflectionsSearch,
    component: lazyComponent(() => import('./reflections-page.tsx'), 'ReflectionsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/reflections/$entryId',
    component: lazyComponent(() => import('./reflection-page.tsx'), 'ReflectionPage'),
  }),
] as const;
