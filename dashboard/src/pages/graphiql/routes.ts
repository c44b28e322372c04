import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseGraphiqlSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const graphiqlRoutes = [
  createRoute({
    getParentRoute,
    path: '/graphiql',
    validateSearch: parseGraphiqlSearch,
    component: lazyPage(() => import('./graphiql-page.tsx'), 'GraphiqlPage'),
  }),
] as const;
