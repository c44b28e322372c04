// Files of earlier builds of the dashboard stay beside those of a new one: a server that runs, and a page that is open
// in a browser, still ask for those that they began with.
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** How long the files of a build are kept after the next build. */
const KEPT_MS = 14 * 24 * 3_600_000;

/**
 * Copies the assets of the folder `dist` that the new build in the folder `made` does not have. The time of a copy is
 * that at which its build was replaced.
 * @param {string} dist
 * @param {string} made
 * @param {Date} startedAt the time of the new build
 */
export function keepFormerAssets(dist, made, startedAt) {
  const [from, to] = [join(dist, 'assets'), join(made, 'assets')];
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  const builtAt = statSync(join(dist, 'index.html')).mtimeMs;
  for (const name of readdirSync(from)) {
    const copy = join(to, name);
    const { mtime } = statSync(join(from, name));
    // A file of the last build is younger than its page, which has the time at which that build began.
    const replacedAt = mtime.getTime() >= builtAt ? before(startedAt) : mtime;
    if (existsSync(copy) || replacedAt.getTime() < startedAt.getTime() - KEPT_MS) continue;
    copyFileSync(join(from, name), copy);
    utimesSync(copy, replacedAt, replacedAt);
  }
}

/** A time that the next build does not take for one of this build. @param {Date} time */
function before(time) {
  return new Date(time.getTime() - 1000);
}
