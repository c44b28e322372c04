import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const graphiqlRoutes = [
  createRoute({
    getParentRoute,
    path: '/graphiql',
    component: lazyRouteComponent(() => import('./graphiql-page.tsx'), 'GraphiqlPage'),
  }),
] as const;
