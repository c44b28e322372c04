import type { App } from '../app.ts';
import { badInput, DomainError, notFound, requireFound } from '../errors.ts';
import { authenticate } from '../projects/authenticate.ts';
import { type Caller, ROOT_ACTOR, requireViewer, type Viewer } from '../projects/viewer.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** The context of resolvers: one for each HTTP request or WebSocket operation. */
export type Context = {
  app: App;
  viewer: Viewer | null;
  /**
   * The id of the API key, as stored in revisions, events and the log; `root` for the configuration's root
   * key.
   */
  actor: string | null;
  requestId: string;
  loaders: Loaders;
  /**
   * The cursor from which the transport resumes a subscription to events. It overrides the argument `after`,
   * which a client that reconnects sends again as it was.
   */
  resumeAfter: string | null;
  /**
   * The viewer acting in a project: the project that its key is bound to, or `projectId` with a root key.
   * @throws UNAUTHENTICATED, NOT_FOUND (another project), BAD_USER_INPUT at `path` (a root key without
   * `projectId`)
   */
  caller(projectId: string | null | undefined, path?: string): Promise<Caller>;
};

/**
 * The viewer of a secret; null without a secret.
 * @throws UNAUTHENTICATED if it is not valid, RATE_LIMITED if the queue for database connections is full
 */
export async function identify(app: App, secret: string | null): Promise<Viewer | null> {
  requireRoom(app);
  return secret === null ? null : await authenticate(app, secret);
}

/**
 * Creates the context, and consumes one rate-limit unit of the API key. A request without a key passes here;
 * `access.ts` rejects it per field.
 * @throws RATE_LIMITED
 */
export async function createContext(
  app: App,
  { viewer, requestId }: { viewer: Viewer | null; requestId: string },
  options: { cache: boolean } = { cache: true },
): Promise<Context> {
  const actor = viewer && (viewer.apiKey?.id ?? ROOT_ACTOR);
  if (actor !== null) await app.rateLimit.take(actor);
  const loaders = createLoaders(app, options);
  return {
    app,
    viewer,
    actor,
    requestId,
    loaders,
    resumeAfter: null,
    caller: async (projectId, path = 'input.projectId') => {
      const known = requireViewer(viewer);
      const { isRoot, apiKey } = known;
      const actor = apiKey?.id ?? ROOT_ACTOR;
      if (!isRoot) {
        if (projectId && projectId !== known.project.id) throw notFound('project', projectId);
        return { project: known.project, actor, isRoot };
      }
      if (!projectId) throw badInput(path, 'is needed with a root key');
      const project = requireFound(await loaders.project.load(projectId), 'project', projectId);
      return { project, actor, isRoot };
    },
  };
}

/** Rejects a request if the queue for database connections is full. @throws RATE_LIMITED */
function requireRoom({ connection, config }: App): void {
  if (connection.pool().waiting < config.databaseQueue) return;
  throw new DomainError('RATE_LIMITED', 'Too much waits for the database; try later.');
}
