import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';

const getParentRoute = () => projectRoute;

export const transferRoutes = [
  createRoute({
    getParentRoute,
    path: '/transfer',
    component: lazyComponent(() => import('./transfer-page.tsx'), 'TransferPage'),
  }),
] as const;
