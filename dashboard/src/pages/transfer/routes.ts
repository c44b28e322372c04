import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const transferRoutes = [
  createRoute({
    getParentRoute,
    path: '/transfer',
    component: lazyPage(() => import('./transfer-page.tsx'), 'TransferPage'),
  }),
] as const;
