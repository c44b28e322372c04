import { connect, createServer, type Socket } from 'node:net';
import { joinSockets, listenOnLoopback } from './sockets.ts';

/** A proxy in front of a server that can interrupt its connections. */
export type CuttableProxy = {
  url: string;
  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  /** Stops forwarding data of the connections that listen for notifications, without closing them. */
  hangListeners(): void;
  close(): void;
};

export async function startProxy(target: string): Promise<CuttableProxy> {
  const to = new URL(target);
  const open = new Set<Socket>();
  const listening = new Set<Socket[]>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = connect(Number(to.port), to.hostname);
    client.on('data', (sent) => {
      if (sent.includes('listen "')) listening.add([client, upstream]);
    });
    joinSockets(client, upstream, open);
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${await listenOnLoopback(server)}`;
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend: () => {
      isCut = false;
    },
    hangListeners: () => {
      for (const socket of [...listening].flat()) socket.unpipe().pause();
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
