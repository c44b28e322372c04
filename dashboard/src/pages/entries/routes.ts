import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseEntrySearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const entriesRoutes = [
  createRoute({
    getParentRoute,
    path: '/entries/$entryId',
    validateSearch: parseEntrySearch,
    component: lazyPage(() => import('./entry-page.tsx'), 'EntryPage'),
  }),
] as const;
