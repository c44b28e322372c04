import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseSettingsSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const settingsRoutes = [
  createRoute({
    getParentRoute,
    path: '/settings',
    validateSearch: parseSettingsSearch,
    component: lazyPage(() => import('./settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
