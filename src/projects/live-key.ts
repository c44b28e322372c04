import type { App } from '../app.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { type LiveKey, type LiveKeyQuery, selectLiveKey } from './key-queries.ts';
import { ROOT_SCOPE } from './secrets.ts';

/**
 * Time for which a key is looked up on the standby after the primary has accepted it. If this process is not notified
 * of a revocation, the revocation takes effect after this time.
 */
export const CONFIRMED_MS = 1000;

/** Maximum number of API keys in `confirmedBy`. */
const KEPT_TIMES = 10_000;

/** When the primary last accepted each key, by its hash. All variants of an app share `app.metrics` and this map. */
const confirmedBy = memoizeByObject((_: App['metrics']) => new Map<string, number>());

/**
 * The API key of a secret, if it is valid, and its project, from the cache of the process. With a standby there is no
 * cache: the key of a project is read from the standby if that is current and the primary has accepted the key within
 * the last second. Every other key is read from the primary, or from the standby while the primary is unavailable.
 */
export async function findLiveKey(app: App, query: LiveKeyQuery): Promise<LiveKey | null> {
  if (app.variants === null) return app.accessCache.key(query, () => selectLiveKey(app.db, query));
  const { standby, onStandby } = app.variants;
  const confirmed = confirmedBy(app.metrics);
  const now = performance.now();
  const isConfirmed = now - (confirmed.get(query.hash) ?? Number.NEGATIVE_INFINITY) < CONFIRMED_MS;
  const { scope } = query;
  const isOfProject = scope !== ROOT_SCOPE;
  if (isConfirmed && isOfProject && (await standby.isCurrent(scope, app.changes.latest(scope)))) {
    return selectLiveKey(onStandby.db, query);
  }
  const found = await selectLiveKey(primaryApp(app).db, query);
  if (found === null) return null;
  if (confirmed.size >= KEPT_TIMES) confirmed.clear();
  confirmed.set(query.hash, now);
  return found;
}
