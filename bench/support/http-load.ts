import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Request = { path: string; headers?: Record<string, string>; body?: string };

/**
 * Requests per second of so many clients for so long, each over a connection of its own that is kept.
 * It speaks plain HTTP/1.1 over sockets: fetch would take from the server it shares the processors with.
 */
export async function loadHttp(
  url: string,
  request: Request,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<number> {
  const sockets = await Promise.all(Array.from({ length: clients }, () => open(url)));
  const bytes = bytesOf(url, request);
  const start = performance.now();
  const end = start + seconds * 1000;
  let answered = 0;
  const client = async (socket: Socket) => {
    while (performance.now() < end) {
      await ask(socket, bytes);
      answered += 1;
    }
  };
  await Promise.all(sockets.map(client));
  const took = performance.now() - start;
  for (const socket of sockets) socket.destroy();
  return (answered / took) * 1000;
}

/** A client with a connection of its own that is kept. */
export async function openHttp(url: string) {
  const socket = await open(url);
  return {
    ask: async (request: Request): Promise<Buffer> => ask(socket, bytesOf(url, request)),
    /** False once the server has closed the connection, as it does with one that is not used. */
    isOpen: () => !socket.destroyed,
    close: () => socket.destroy(),
  };
}

/** The body of one answer. */
export async function askHttp(url: string, request: Request): Promise<string> {
  const socket = await open(url);
  const body = await ask(socket, bytesOf(url, request));
  socket.destroy();
  return body.toString();
}

async function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay();
  await once(socket, 'connect');
  return socket;
}

function bytesOf(url: string, { path, headers = {}, body }: Request): Buffer {
  const all = { host: new URL(url).host, ...headers, ...lengthOf(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

/** Fails for any status but 200, and for an answer without a length. */
function ask(socket: Socket, request: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const done = (settle: () => void) => {
      socket.off('data', more).off('close', lost).off('error', lost);
      settle();
    };
    const lost = () => done(() => reject(new Error('The connection was lost')));
    const more = (part: Buffer) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const start = received.indexOf('\r\n\r\n') + 4;
      if (start < 4) return;
      const head = received.toString('latin1', 0, start);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (!head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
        return done(() => reject(new Error(received.toString())));
      }
      const body = received.subarray(start);
      if (body.length >= length) done(() => resolve(body));
    };
    socket.on('data', more).on('close', lost).on('error', lost);
    socket.write(request);
  });
}
