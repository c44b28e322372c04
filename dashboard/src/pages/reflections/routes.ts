import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const reflectionsRoutes = [
  createRoute({
    getParentRoute,
    path: '/reflections',
    component: lazyRouteComponent(() => import('./reflections-page.tsx'), 'ReflectionsPage'),
  }),
] as const;
