import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { App } from '../app.ts';
import { backupStream } from '../backup/write-backup.ts';
import { readInThread } from '../importers/read-in-thread.ts';
import { PROGRAMS } from '../importers/readers.ts';
import { checkInput } from '../input.ts';
import { exportStream } from '../transfer/export-stream.ts';
import { importPart } from '../transfer/import-project.ts';
import { identifyCaller } from './identify-caller.ts';
import { contextOf } from './request-context.ts';

/** Maximum size, in bytes, of a part of a file. The largest lines are traces, with up to 4 MiB of messages. */
export const MAX_PART_BYTES = 32 * 1024 * 1024;

const JSON_LINES = 'application/x-ndjson';

const exportQuery = z.object({ vectors: z.enum(['true', 'false']).default('false') });
const importQuery = z.object({ firstLine: z.coerce.number().int().min(2).optional() });
const readQuery = z.object({
  from: z.enum(PROGRAMS, { error: `must be one of ${PROGRAMS.join(', ')}` }),
  file: z.string().max(1000).default('file'),
});

/** Serves `/export`, `/import` and `/backup`, which docs/import-export.md and docs/backup.md describe. */
export function serveTransfer(app: App, server: FastifyInstance): void {
  const hooks = identifyCaller(app, { needsKey: true });
  // HEAD is not served, because Fastify would create the whole file for it without sending it.
  const onlyGet = { ...hooks, exposeHeadRoute: false };
  const routes = async (api: FastifyInstance) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    api.get('/export', onlyGet, async (request, reply) => {
      const context = await contextOf(app, request, { access: 'ADMIN' });
      const caller = await context.caller();
      const { vectors } = checkInput(exportQuery, request.query, 'query');
      const isCompressed = new Negotiator(request.raw).encoding(['gzip', 'identity']) === 'gzip';
      const withVectors = vectors === 'true';
      const stream = await exportStream(context.app, caller, { withVectors, isCompressed });
      reply.header('vary', 'accept-encoding');
      if (isCompressed) reply.header('content-encoding', 'gzip');
      return sendFile(reply, stream, { type: JSON_LINES, name: `${caller.project.id}.jsonl` });
    });
    api.post('/import', { ...hooks, bodyLimit: MAX_PART_BYTES }, async (request) => {
      const context = await contextOf(app, request, { access: 'ADMIN' });
      await context.prepareToWrite();
      const caller = await context.caller();
      const { firstLine } = checkInput(importQuery, request.query, 'query');
      const text = typeof request.body === 'string' ? request.body : '';
      const part = { text, ...(firstLine === undefined ? {} : { firstLine }) };
      // `written` is called even after an error, because the first lines of the part can have been stored.
      return importPart(app, caller, part).finally(context.written);
    });
    api.post('/import/read', { ...hooks, bodyLimit: MAX_PART_BYTES }, async (request, reply) => {
      await contextOf(app, request, { access: 'WRITE' });
      const { from, file } = checkInput(readQuery, request.query, 'query');
      const text = typeof request.body === 'string' ? request.body : '';
      const json = await readInThread({ from, text, path: file, now: app.clock() });
      return reply.type('application/json; charset=utf-8').send(json);
    });
    api.get('/backup', onlyGet, async (request, reply) => {
      await contextOf(app, request, { access: 'ROOT' });
      const stream = await backupStream(app);
      return sendFile(reply, stream, { type: 'application/gzip', name: 'lorebase.backup' });
    });
  };
  server.register(routes);
}

/** Sends a stream as a file. If the stream fails, the connection is closed before the end of the response. */
function sendFile(
  reply: FastifyReply,
  stream: Readable,
  { type, name }: { type: string; name: string },
): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(stream);
}
