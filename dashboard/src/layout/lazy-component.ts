import { lazyRouteComponent } from '@tanstack/react-router';

const RETRY_MS = 1000;

/**
 * The component of a page, or of a large part of a page, whose code is loaded when it is shown. While the server cannot be reached, it waits,
 * and the dashboard stays usable. If the server no longer has the code, because the dashboard is of another version, the router reloads the page.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(() => loadOnceReachable(load), exportName);

async function loadOnceReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      // The server may have come back since.
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
