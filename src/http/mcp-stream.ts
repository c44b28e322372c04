import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import type { ChangeStream } from '../mcp/changes.ts';
import { logOperation } from './operation-log.ts';
import { sendEventStream } from './sse-events.ts';

export type SendMessages = (
  request: FastifyRequest,
  reply: FastifyReply,
  changes: ChangeStream,
) => FastifyReply;

/** Sends messages as they arrive, until the client disconnects, its access ends or the server stops. */
export function sendMessages(app: App, server: FastifyInstance): SendMessages {
  const open = new Set<ChangeStream>();
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    await Promise.all([...open].map((changes) => changes.close()));
  });
  return (request, reply, changes) => {
    const body = Readable.from(changes.messages, { objectMode: false });
    open.add(changes);
    body.once('error', (error) => {
      if (!(error instanceof DomainError)) app.log.error({ error }, 'A stream of MCP failed');
      else if (request.operationLog) request.operationLog.outcome = error.code;
    });
    body.once('close', () => {
      open.delete(changes);
      void changes.close();
      const { operationLog, id: requestId } = request;
      if (operationLog === null) return;
      const durationMs = reply.elapsedTime;
      logOperation(app.log, { requestId, transport: 'sse', ...operationLog, durationMs });
    });
    // The stream of changes is closed as well, because otherwise it would wait for the next change before it ends.
    reply.raw.once('close', () => void changes.close());
    sendEventStream(reply, body);
    // A stream that began while the server was stopping is closed, because the server would wait for it.
    if (isStopping) void changes.close();
    return reply;
  };
}
