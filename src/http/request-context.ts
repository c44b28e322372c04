import type { FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Access, requireAccess } from '../graphql/access.ts';
import { type Context, createContext } from '../graphql/context.ts';
import { projectIn } from './credentials.ts';

/**
 * The context of a request outside GraphQL. Its project is read only where a route asks for the caller.
 * @throws as `requireAccess`
 */
export async function contextOf(
  app: App,
  request: FastifyRequest,
  { access, projectId = projectIn(request.headers) }: { access: Access; projectId?: string | null },
): Promise<Context> {
  const { viewer, id: requestId } = request;
  const context = await createContext(app, { viewer, projectId, requestId });
  request.operationLog = {
    operation: `${request.method} ${request.routeOptions.url}`,
    outcome: 'ok',
    actor: context.actor,
  };
  requireAccess(context.viewer, access);
  return context;
}
