import type { App } from '../app.ts';
import { DomainError, requireFound } from '../errors.ts';
import { authenticate } from '../projects/authenticate.ts';
import { DEFAULT_PROJECT_ID } from '../projects/default-project.ts';
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
   * The caller in the project in which the request acts: the project that the key is bound to; with a root
   * key, the project that the request names, otherwise the default project.
   * @throws UNAUTHENTICATED, NOT_FOUND (a project to which the key has no access)
   */
  caller(): Promise<Caller>;
};

/**
 * The viewer of a secret; null without a secret.
 * @throws UNAUTHENTICATED if it is not valid, RATE_LIMITED if the queue for database connections is full
 */
export async function identify(app: App, secret: string | null): Promise<Viewer | null> {
  requireRoom(app);
  return secret === null ? null : await authenticate(app, secret);
}

/** The authenticated principal, and the project that the request names; null if it names none. */
export type Credentials = { viewer: Viewer | null; projectId: string | null; requestId: string };

/**
 * Creates the context, and consumes one rate-limit unit of the API key. A request without a key passes here;
 * `access.ts` rejects it per field.
 * @throws RATE_LIMITED
 */
export async function createContext(
  app: App,
  { viewer, projectId, requestId }: Credentials,
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
    caller: async () => {
      const { isRoot, apiKey, project: own } = requireViewer(viewer);
      const id = projectId ?? own?.id ?? DEFAULT_PROJECT_ID;
      const found = isRoot ? await loaders.project.load(id) : own.id === id ? own : null;
      const project = requireFound(found, 'project', id);
      return { project, actor: apiKey?.id ?? ROOT_ACTOR, isRoot };
    },
  };
}

/** Rejects a request if the queue for database connections is full. @throws RATE_LIMITED */
function requireRoom({ connection, config }: App): void {
  if (connection.pool().waiting < config.databaseQueue) return;
  throw new DomainError(
    'RATE_LIMITED',
    'Too many requests wait for the database; try again later.',
  );
}
