import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import type { ChangeStream } from '../mcp/changes.ts';
import { headersOf } from './headers-of.ts';
import { logOperation } from './operation-log.ts';
import { EVENT_STREAM_HEADERS } from './sse-events.ts';

export type SendMessages = (
  request: FastifyRequest,
  reply: FastifyReply,
  changes: ChangeStream,
) => FastifyReply;

/** Sends messages as they come, until the client disconnects, its access ends or the server stops. */
export function sendMessages(app: App, server: FastifyInstance): SendMessages {
  const open = new Set<ChangeStream>();
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    await Promise.all([...open].map((changes) => changes.close()));
  });
  return (request, reply, changes) => {
    const { raw } = reply.hijack();
    request.isEventStream = true;
    const body = Readable.from(changes.messages, { objectMode: false });
    const end = () => {
      open.delete(changes);
      void changes.close();
      body.destroy();
      const { operationLog, id: requestId } = request;
      if (operationLog === null) return;
      const durationMs = reply.elapsedTime;
      logOperation(app.log, { requestId, transport: 'sse', ...operationLog, durationMs });
    };
    // The client left before the stream was ready.
    if (raw.destroyed) {
      end();
      return reply;
    }
    open.add(changes);
    raw.once('close', end);
    raw.writeHead(200, { ...headersOf(reply), ...EVENT_STREAM_HEADERS });
    // A stream that resumes has no first message, and its client waits for the headers.
    raw.flushHeaders();
    body.once('error', (error) => {
      if (!(error instanceof DomainError)) app.log.error({ error }, 'A stream of MCP failed');
      else if (request.operationLog) request.operationLog.outcome = error.code;
      raw.destroy();
    });
    body.pipe(raw);
    // It began while the server was stopping, which would wait for it.
    if (isStopping) void changes.close();
    return reply;
  };
}
