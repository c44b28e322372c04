import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';

/** Ports from 20,000 on, this many, unless the range of outgoing connections begins among them. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Where Linux has the range of the ports of outgoing connections. */
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
    // Where there are none of these, one that the system chooses.
    const port = await listenOnce(count > 0 ? FIRST + Math.floor(Math.random() * count) : 0);
    if (port !== null) return port;
  }
}

/** The port, after something has listened on it for a moment; null if something else listens. */
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
