import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** The first port, and the number of ports. The range ends before the range of the system's outgoing connections. */
const FIRST = 20_000;
const COUNT = 12_000;

/** The file in which Linux gives the range of ports for outgoing connections. */
const RANGE_FILE = '/proc/sys/net/ipv4/ip_local_port_range';

/**
 * A port of the loopback address on which nothing listens. It is not one of those that the system gives to outgoing
 * connections: such a connection of another test could take it before the test listens on it.
 */
export async function freePort(): Promise<number> {
  const [ephemeral = ''] = existsSync(RANGE_FILE)
    ? readFileSync(RANGE_FILE, 'utf8').trim().split(/\s+/)
    : ['32768'];
  const count = Math.min(COUNT, Number(ephemeral) - FIRST);
  for (;;) {
    // If the range is empty, the system chooses the port.
    const port = await listenOnce(count > 0 ? FIRST + Math.floor(Math.random() * count) : 0);
    if (port !== null) return port;
  }
}

/** Listens on the port for a moment, and returns it; null if another process listens on it. */
async function listenOnce(port: number): Promise<number | null> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null;
    throw error;
  }
  const { port: chosen } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return chosen;
}
