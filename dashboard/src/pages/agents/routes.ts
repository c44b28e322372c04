import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../layout/routes.tsx';
import { parseChatSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const agentsRoutes = [
  createRoute({
    getParentRoute,
    path: '/agents',
    component: lazyRouteComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId',
    component: lazyRouteComponent(() => import('./agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/chat',
    validateSearch: parseChatSearch,
    component: lazyRouteComponent(() => import('./chat-page.tsx'), 'ChatPage'),
  }),
] as const;
