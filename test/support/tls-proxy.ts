import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { joinSockets, listenOnLoopback } from './sockets.ts';

/** A self-signed certificate for 127.0.0.1, and its key. */
const CERTIFICATE = 'test/python-client/loopback.pem';

/** The type of a TLS record with data, and the length of a record header in bytes. */
const APPLICATION_DATA = 23;
const HEADER_BYTES = 5;

/** A proxy that encrypts the connections to a PostgreSQL server, as one with `ssl = on` does. */
export type TlsProxy = {
  /** The URL of the database through the proxy. The client verifies the certificate of the proxy. */
  url: string;
  /** The number of records with data that clients have sent. */
  records(): number;
  close(): void;
};

export async function startTlsProxy(target: string): Promise<TlsProxy> {
  const certificate = readFileSync(CERTIFICATE);
  const to = new URL(target);
  const open = new Set<Socket>();
  let records = 0;
  const decrypting = createServer((socket) => {
    const plain = new TLSSocket(socket, { isServer: true, key: certificate, cert: certificate });
    joinSockets(plain, connect(Number(to.port || 5432), to.hostname), open);
  });
  const decryptingPort = await listenOnLoopback(decrypting);
  const counting = createServer((client) => {
    const count = recordCounter();
    // The first message of the client requests encryption.
    client.once('data', () => {
      client.write('S');
      client.on('data', (bytes) => {
        records += count(bytes);
      });
      joinSockets(client, connect(decryptingPort, '127.0.0.1'), open);
    });
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${await listenOnLoopback(counting)}`;
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', CERTIFICATE);
  return {
    url: url.href,
    records: () => records,
    close: () => {
      for (const socket of open) socket.destroy();
      counting.close();
      decrypting.close();
    },
  };
}

/** Returns a function that counts the TLS records with data in the bytes of a connection, in pieces of any size. */
function recordCounter(): (bytes: Buffer) => number {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    let found = 0;
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + rest.readUInt16BE(HEADER_BYTES - 2);
      if (rest.length < end) break;
      if (rest[0] === APPLICATION_DATA) found += 1;
      rest = rest.subarray(end);
    }
    return found;
  };
}
