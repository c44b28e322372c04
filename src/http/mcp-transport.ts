import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '../input.ts';

/** Lets a transport of the SDK answer a request of Fastify: with JSON, with a stream of events, or with nothing. */
export async function passTo(
  transport: Pick<WebStandardStreamableHTTPServerTransport, 'handleRequest'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { status, headers, body } = await transport.handleRequest(webRequest(request), {
    parsedBody: withoutNullArguments(request.body),
  });
  reply.code(status).headers(Object.fromEntries(headers));
  if (body === null) return reply.send();
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  // Both types describe the same class, in Node.js and in browsers.
  const stream = body as ReadableStream;
  return reply.send(isStream ? Readable.fromWeb(stream) : await new Response(body).text());
}

/** The messages without `arguments: null`, which some clients send instead of omitting the field. */
function withoutNullArguments(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withoutNullArguments);
  if (!isObject(body) || !isObject(body.params) || body.params.arguments !== null) return body;
  const { arguments: _none, ...params } = body.params;
  return { ...body, params };
}

/** The method, URL and headers of the request. Its body is passed on separately, as Fastify has parsed it. */
function webRequest({ method, url, headers }: FastifyRequest): Request {
  const named = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new Request(new URL(url, 'http://localhost'), { method, headers: named });
}
