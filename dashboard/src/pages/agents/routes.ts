import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseChatSearch } from './search-params.ts';

const getParentRoute = () => projectRoute;

export const agentsRoutes = [
  createRoute({
    getParentRoute,
    path: '/agents',
    component: lazyPage(() => import('./agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId',
    component: lazyPage(() => import('./agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/chat',
    validateSearch: parseChatSearch,
    component: lazyPage(() => import('./chat-page.tsx'), 'ChatPage'),
  }),
] as const;
