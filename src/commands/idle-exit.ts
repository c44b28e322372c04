import type { Server } from 'node:http';

/** Interval at which connections are counted. */
const CHECK_MS = 1000;

/** Resolves when the server has had no connection for `idleMs` milliseconds. */
export function untilIdle(server: Server, idleMs: number): { idle: Promise<'idle'>; stop(): void } {
  let lastUse = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<'idle'>((resolve) => {
    timer = setInterval(
      () => {
        server.getConnections((_error, count) => {
          if (count > 0) lastUse = performance.now();
          if (performance.now() - lastUse >= idleMs) resolve('idle');
        });
      },
      Math.min(CHECK_MS, idleMs),
    );
  });
  // A connection may open and close between two checks.
  server.on('connection', () => {
    lastUse = performance.now();
  });
  return { idle, stop: () => clearInterval(timer) };
}
