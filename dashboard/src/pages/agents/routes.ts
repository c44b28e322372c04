import { createRoute } from '@tanstack/react-router';
import { lazyComponent } from '../../layout/lazy-component.ts';
import { projectRoute } from '../../layout/routes.tsx';
import { parseChatSearch } from './search.ts';

const getParentRoute = () => projectRoute;

export const agentsRoutes = [
  createRoute({
    getParentRoute,
    path: '/agents',
    component: lazyComponent(() => import('./agents-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId',
    component: lazyComponent(() => import('./agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/agents/$agentId/chat',
    validateSearch: parseChatSearch,
    component: lazyComponent(() => import('./chat-page.tsx'), 'ChatPage'),
  }),
] as const;
