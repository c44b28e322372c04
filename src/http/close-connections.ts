import cluster from 'node:cluster';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Interval at which a stopping server closes idle connections. */
const IDLE_CHECK_MS = 100;

/**
 * Time for which a worker that is being replaced still answers on its open connections. Each response closes its
 * connection, so that the next request of the client goes to another worker. The time is a number of short steps. If the
 * process stands still for a while, this uses up only one step, and clients can still send a request afterwards.
 */
const LEAVING_STEP_MS = 100;
const LEAVING_STEPS = 10;

/**
 * A stopping server closes a connection that is at least this old and has received nothing. Browsers open connections
 * before they need them, and Node.js does not count these as idle.
 */
const UNUSED_MS = 1000;

/**
 * Keeps open connections from delaying the stop of a server. Must be called before the server listens. Returns the
 * function that stops the server: it waits for the requests in progress, and closes all other connections.
 */
export function closeConnectionsWhenStopping(server: FastifyInstance): () => Promise<void> {
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    for (let step = 0; cluster.isWorker && step < LEAVING_STEPS; step += 1) {
      await sleep(LEAVING_STEP_MS);
    }
    await readArrivedRequests();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
  const closeUnused = followUnused(server);
  return async () => {
    const timer = setInterval(async () => {
      await readArrivedRequests();
      // A worker that is being replaced still answers on its connections while it listens.
      if (server.server.listening) return;
      server.server.closeIdleConnections();
      closeUnused();
    }, IDLE_CHECK_MS);
    try {
      await server.close();
    } finally {
      clearInterval(timer);
    }
  };
}

/**
 * Resolves when this process has read all requests that the system has received. Without this, a connection with an
 * unread request would count as idle and be closed, and its client would get no response. Node.js reads from connections
 * between two calls of `setImmediate`.
 */
async function readArrivedRequests(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/** Returns a function that closes connections older than `UNUSED_MS` that received no byte. */
function followUnused({ server }: FastifyInstance): () => void {
  const openedAt = new Map<Socket, number>();
  server.on('connection', (socket) => {
    openedAt.set(socket, performance.now());
    socket.once('close', () => openedAt.delete(socket));
  });
  return () => {
    const before = performance.now() - UNUSED_MS;
    for (const [socket, at] of openedAt) {
      if (socket.bytesRead === 0 && at <= before) socket.destroy();
    }
  };
}
