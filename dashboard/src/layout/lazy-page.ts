import { lazyRouteComponent } from '@tanstack/react-router';

const RETRY_MS = 1000;

/**
 * The component of a page, whose code is loaded when the page is opened. While the server cannot be reached, the page waits for it, and the
 * dashboard stays usable. If the server no longer has the code, because the dashboard is of another version, the router reloads the page.
 */
export const lazyPage: typeof lazyRouteComponent = (load, exportName) =>
  lazyRouteComponent(() => loadOnceReachable(load), exportName);

async function loadOnceReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (await isServerReachable()) throw error;
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
