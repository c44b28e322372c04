import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isTransient } from '../db/failures.ts';
import { checkAccess, findLostAccess } from './authenticate.ts';
import type { Viewer } from './viewer.ts';

/**
 * Interval at which the access of all open streams of the process is checked, with two queries. A stream ends within a
 * second after the revocation or expiry of its API key, which leaves time for the queries.
 */
const CHECK_MS = 700;

/** The streams of one API key in one project. All of them share one check. */
type Watch = {
  /** Ends a stream with the error of the check. */
  streams: Set<(error: unknown) => void>;
  /** The error with which the access ended; null while the viewer has access. */
  ended: { error: unknown } | null;
  check: () => Promise<void>;
  viewer: Viewer;
  projectId: string;
};

type Watches = Map<string, Watch>;

const watches = new WeakMap<App['metrics'], Watches>();

/** The maps of watches that are checked at intervals (`sweepWhileWatched`). */
const swept = new WeakSet<Watches>();

/**
 * Checks in the database that the viewer's API key is valid and the project exists. The check begins after the
 * call; calls that wait for the same check share its query.
 * @throws UNAUTHENTICATED, NOT_FOUND, or the error of an unavailable database
 */
export function confirmAccess(app: App, viewer: Viewer, projectId: string): Promise<void> {
  const watch = watches.get(app.metrics)?.get(nameOf(viewer, projectId));
  return watch ? watch.check() : checkAccess(app, viewer, { projectId, now: app.clock() });
}

/**
 * Forwards a stream until the viewer loses access to the project. Then the stream ends with the error, even if nothing
 * arrives on it, and the source is closed.
 */
export function untilAccessEnds<T>(
  app: App,
  { viewer, projectId }: { viewer: Viewer; projectId: string },
  source: AsyncIterator<T>,
): AsyncGenerator<T, void, undefined> {
  let refuse = (_error: unknown) => {};
  const stopped = (error: unknown) => {
    refuse(error);
    end().catch((cause: unknown) => app.log.warn({ error: cause }, 'A stream was not closed'));
  };
  const { watch, close } = openWatch(app, { viewer, projectId, stopped });
  const end = async () => {
    close();
    await source.return?.();
  };
  const stream: AsyncGenerator<T, void, undefined> = {
    next: () =>
      new Promise((resolve, reject) => {
        if (watch.ended) return reject(watch.ended.error);
        refuse = reject;
        source.next().then(
          (step) => {
            if (step.done) close();
            resolve(step);
          },
          (error: unknown) => {
            close();
            reject(error);
          },
        );
      }),
    return: async () => {
      await end();
      return { done: true, value: undefined };
    },
    throw: async (error) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}

type Stream = { viewer: Viewer; projectId: string; stopped: (error: unknown) => void };

function openWatch(app: App, { viewer, projectId, stopped }: Stream) {
  const name = nameOf(viewer, projectId);
  const ofApp = watches.get(app.metrics) ?? new Map<string, Watch>();
  watches.set(app.metrics, ofApp);
  if (!swept.has(ofApp)) void sweepWhileWatched(app, ofApp);
  const watch = ofApp.get(name) ?? createWatch(app, viewer, projectId);
  ofApp.set(name, watch);
  watch.streams.add(stopped);
  const close = () => {
    watch.streams.delete(stopped);
    if (watch.streams.size > 0) return;
    if (ofApp.get(name) === watch) ofApp.delete(name);
  };
  return { watch, close };
}

function createWatch(app: App, viewer: Viewer, projectId: string): Watch {
  const check = coalesced(async () => {
    try {
      await checkAccess(app, viewer, { projectId, now: app.clock() });
    } catch (error) {
      // While the access cannot be checked, streams stay open and deliver nothing.
      if (!isTransient(error)) endAll(watch, error);
      throw error;
    }
  });
  const watch: Watch = { streams: new Set(), ended: null, check, viewer, projectId };
  return watch;
}

/** Checks all watches every `CHECK_MS` until no stream is watched. */
async function sweepWhileWatched(app: App, watched: Watches): Promise<void> {
  swept.add(watched);
  for (;;) {
    await sleep(CHECK_MS, null, { ref: false });
    if (watched.size === 0) return void swept.delete(watched);
    await sweep(app, [...watched.values()]).catch((error: unknown) => {
      // While the access cannot be checked, streams stay open and deliver nothing.
      if (!isTransient(error)) app.log.error({ error }, 'The access of streams was not checked');
    });
  }
}

/** Finds the watches that have lost access, and checks each of these, so that its streams end with the error. */
async function sweep(app: App, watched: readonly Watch[]): Promise<void> {
  const lost = await findLostAccess(app, watched, app.clock());
  // The streams receive the error of the check.
  await Promise.all(lost.map(({ check }) => check().catch(() => {})));
}

function endAll(watch: Watch, error: unknown): void {
  watch.ended ??= { error };
  for (const stopped of watch.streams) stopped(error);
}

/**
 * Returns a function whose calls share runs of `run`. A call never shares a run that began before the call: it waits
 * for the run that follows the current one.
 */
function coalesced(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = async () => {
    await current?.catch(() => {}); // the callers of that run receive its error
    current = next;
    next = null;
    await run().finally(() => {
      current = null;
    });
  };
  return () => {
    next ??= Promise.resolve().then(begin);
    return next;
  };
}

/**
 * The key of a watch: the API key, the hash of its secret, and the project. All viewers without an API key (the root
 * key of the configuration, tokens) share one watch for each project.
 */
function nameOf({ apiKey }: Viewer, projectId: string): string {
  return `${apiKey?.id} ${apiKey?.hash} ${projectId}`;
}
