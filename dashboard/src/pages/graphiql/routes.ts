import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseGraphiqlSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const graphiqlRoutes = [
  createRoute({
    getParentRoute,
    path: '/graphiql',
    validateSearch: parseGraphiqlSearch,
    component: lazyRouteComponent(() => import('./graphiql-page.tsx'), 'GraphiqlPage'),
  }),
] as const;
