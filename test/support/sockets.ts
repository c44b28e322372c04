import type { AddressInfo, Server, Socket } from 'node:net';

/** Forwards the data of each socket to the other. Both end together, and are in `open` until then. */
export function joinSockets(one: Socket, other: Socket, open: Set<Socket>): void {
  for (const [from, into] of [
    [one, other],
    [other, one],
  ] as const) {
    open.add(from);
    from.on('error', () => into.destroy());
    from.on('close', () => {
      open.delete(from);
      into.destroy();
    });
    from.pipe(into);
  }
}

/** Makes the server listen on a free port of 127.0.0.1, and returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
