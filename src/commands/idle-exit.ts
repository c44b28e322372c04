import type { Server } from 'node:http';

/** Interval at which connections are counted. */
const CHECK_MS = 1000;

/** Resolves when nobody has had a connection to the server for the time. */
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
  // A connection may come and go between two checks.
  server.on('connection', () => {
    lastUse = performance.now();
  });
  return { idle, stop: () => clearInterval(timer) };
}
