import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';

const RETRY_MS = 1000;

/**
 * The component of a page, whose code is loaded when the page is opened. While the server cannot be reached, the page
 * waits for it, and the dashboard stays usable. If the server no longer has the code, because the dashboard is of
 * another version, the router reloads the page.
 */
export const lazyPage: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(() => loadOnceReachable(load), exportName);

type Component = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A large part of a page, whose code is loaded when the part is shown. While the server cannot be reached, the part
 * waits for it.
 */
export function lazyPart<Name extends string, Part extends Component>(
  load: () => Promise<{ [name in Name]: Part }>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadOnceReachable(load))[name] }));
}

/** The module, which is loaded again and again while the server cannot be reached. */
export async function loadOnceReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      // The server can have come back just after the failure, so the module is requested once more.
      if (await isServerReachable()) return await load();
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

async function isServerReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return answer.ok;
  } catch {
    return false;
  }
}
