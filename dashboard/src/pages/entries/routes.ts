import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseEntrySearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const entriesRoutes = [
  createRoute({
    getParentRoute,
    path: '/entries/$entryId',
    validateSearch: parseEntrySearch,
    component: lazyRouteComponent(() => import('./entry-page.tsx'), 'EntryPage'),
  }),
] as const;
