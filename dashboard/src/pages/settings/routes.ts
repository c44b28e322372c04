import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseSettingsSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: parseSettingsSearch,
    component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
