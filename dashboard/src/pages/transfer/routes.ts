import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const transferRoutes = [
  createRoute({
    getParentRoute,
    path: '/transfer',
    component: lazyRouteComponent(() => import('./transfer-page.tsx'), 'TransferPage'),
  }),
] as const;
