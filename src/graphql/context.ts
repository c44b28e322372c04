import type { App } from '../app.ts';
import { DomainError, requireFound } from '../errors.ts';
import { authenticate, confirmViewer } from '../projects/authenticate.ts';
import { DEFAULT_PROJECT_ID } from '../projects/default-project.ts';
import { findCurrentProject } from '../projects/projects.ts';
import { actorIdOf, type Caller, reaches, requireViewer, type Viewer } from '../projects/viewer.ts';
import { chooseVariant, primaryApp, type ReadChoice } from '../standby/app-variants.ts';
import type { StandbyState } from '../standby/standby.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** The context of resolvers: one for each HTTP request or WebSocket operation. */
export type Context = {
  /** The app; for a reading operation, if there is a standby, the variant of the app that reads from the standby. */
  readonly app: App;
  readonly viewer: Viewer | null;
  /**
   * The id of the actor in revisions, events and the log: the id of the API key, `root` for the root key of the
   * configuration, or `oauth:` and the subject of an OAuth token. Null without a key.
   */
  actor: string | null;
  requestId: string;
  /** The loaders of the app of the context. */
  readonly loaders: Loaders;
  /**
   * The cursor from which the transport resumes a subscription to events. It overrides the argument `after`,
   * which a client that reconnects sends again as it was.
   */
  resumeAfter: string | null;
  /** The state of the standby, if the answer was read from it and can be behind the primary; otherwise null. */
  readonly replica: StandbyState | null;
  /**
   * The caller in the project in which the request acts: the project that the key is bound to; with a root
   * key, the project that the request names, otherwise the default project.
   * @throws UNAUTHENTICATED, NOT_FOUND (a project to which the key has no access)
   */
  caller(): Promise<Caller>;
  /** Chooses the database of a query or a subscription, before it is executed. */
  prepareToRead(): Promise<void>;
  /**
   * Switches to the primary, once, before an operation writes.
   * @throws READ_ONLY, UNAUTHENTICATED (the key was revoked)
   */
  prepareToWrite(): Promise<void>;
  /** Must be called after the operation has written, so that the caller's next read is not older than the write. */
  written(): void;
};

/**
 * The viewer of a secret; null without a secret.
 * @throws UNAUTHENTICATED if it is not valid, RATE_LIMITED if the queue for database connections is full
 */
export async function identify(app: App, secret: string | null): Promise<Viewer | null> {
  requireRoomInQueue(app);
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
  { viewer, projectId: named, requestId }: Credentials,
  options: { cache: boolean } = { cache: true },
): Promise<Context> {
  const actor = viewer && actorIdOf(viewer);
  if (actor !== null) await app.rateLimit.take(actor);
  const projectId = named ?? viewer?.project?.id ?? DEFAULT_PROJECT_ID;
  // For a project that the key does not reach, `caller` throws NOT_FOUND. No standby is chosen for it, and no write is
  // recorded.
  const isReachable = viewer !== null && reaches(viewer, projectId);
  const state = openState(app, viewer, options);
  let switched: Promise<void> | null = null;
  return withState(state, {
    actor,
    requestId,
    resumeAfter: null,
    caller: async () => {
      const known = requireViewer(state.viewer());
      const { isRoot, project: own } = known;
      const load = () => findCurrentProject(app, projectId);
      const found = isRoot ? await load() : own.id === projectId ? own : null;
      const project = requireFound(found, 'project', projectId);
      return { project, actor: actorIdOf(known), isRoot };
    },
    prepareToRead: async () => {
      if (app.variants === null || !isReachable) return;
      const choice = await chooseVariant(app.variants, projectId);
      const from = choice.app === app.variants.onStandby ? 'standby' : 'primary';
      app.metrics.standbyReads.inc({ from });
      state.use(choice);
    },
    prepareToWrite: () => {
      switched ??= state.switchToPrimary();
      return switched;
    },
    written: () => {
      // The rows that were read before may have changed.
      state.forget();
      if (isReachable) app.variants?.standby.written(projectId);
    },
  });
}

/** The part of a context that changes when the database of the operation is chosen. */
type ContextState = ReturnType<typeof openState>;

function openState(app: App, given: Viewer | null, options: { cache: boolean }) {
  let viewer = given;
  let choice: ReadChoice = { app, state: null };
  let loaders: Loaders | null = null;
  const forget = () => {
    loaders = null;
  };
  const use = (chosen: ReadChoice) => {
    choice = chosen;
    forget();
  };
  return {
    viewer: () => viewer,
    choice: () => choice,
    loaders: (): Loaders => {
      const latest = choice.app === app ? app : primaryApp(app);
      loaders ??= createLoaders(choice.app, { ...options, latest });
      return loaders;
    },
    use,
    forget,
    switchToPrimary: async () => {
      if (app.config.isReadOnly) throw readOnly();
      if (app.variants === null) return;
      // The key and its project may have been read from the standby.
      if (viewer !== null) viewer = await confirmViewer(app, viewer, app.clock());
      use({ app, state: null });
    },
  };
}

type Stateful = 'app' | 'viewer' | 'loaders' | 'replica';

const STATE = Symbol('state');

type ContextWithState = { [STATE]: ContextState };

/**
 * The part of a context that depends on its state. It is the prototype of every context, since Apollo copies a context
 * with the values of its own properties.
 */
const STATEFUL = {
  get app() {
    return stateOf(this).choice().app;
  },
  get viewer() {
    return stateOf(this).viewer();
  },
  get loaders() {
    return stateOf(this).loaders();
  },
  get replica() {
    return stateOf(this).choice().state;
  },
};

function withState(state: ContextState, own: Omit<Context, Stateful>): Context {
  const context: typeof STATEFUL = Object.create(STATEFUL);
  return Object.assign(context, own, { [STATE]: state });
}

/** The state of an object that `withState` made, or of a copy of it. */
function stateOf(context: object): ContextState {
  return (context as ContextWithState)[STATE];
}

function readOnly(): DomainError {
  return new DomainError(
    'READ_ONLY',
    'This server is read-only. Send operations that write to a server that was started without --read-only.',
  );
}

/** Rejects a request if the queue for database connections is full. @throws RATE_LIMITED */
export function requireRoomInQueue({ connection, variants, config }: App): void {
  const pools = [connection.pool(), ...(variants ? [variants.standby.pool()] : [])];
  if (pools.every(({ waiting }) => waiting < config.databaseQueue)) return;
  throw new DomainError(
    'RATE_LIMITED',
    'Too many requests wait for the database; try again later.',
  );
}
