import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, execute, GraphQLError, type GraphQLSchema } from 'graphql';
import { createHandler, type RequestParams } from 'graphql-sse';
import Negotiator from 'negotiator';
import { z } from 'zod';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { cursorOf, type ResultStream, subscribeWithCursors } from '../graphql/event-stream.ts';
import { projectIn, secretIn } from './credentials.ts';
import { errorBody } from './error-body.ts';
import {
  isMutation,
  isSubscription,
  type PreparedOperation,
  prepareOperation,
} from './prepare-operation.ts';
import { asGraphqlError, openRunningOperations } from './running-operations.ts';
import { createEventIds, type EventIds, eventBody, sendEventStream } from './sse-events.ts';

const EVENT_STREAM = 'text/event-stream';

/** The content types of answers at `/graphql`. The first one is used for a request without a preference. */
const ANSWERS = ['application/json', 'application/graphql-response+json', EVENT_STREAM];

/** True if the client prefers an event stream to JSON. Without a `text/` type in `Accept`, the header is not parsed. */
export function prefersEventStream({ headers }: FastifyRequest): boolean {
  if (!/text\//i.test(headers.accept ?? '')) return false;
  return new Negotiator({ headers }).mediaType(ANSWERS) === EVENT_STREAM;
}

const refusal = z.object({ errors: z.tuple([z.object({ message: z.string() })]) });

export type AnswerByEvents = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/**
 * Answers requests by the protocol of graphql-sse, in its mode of one connection for each operation, with the
 * same schema, API keys and limits as over WebSocket. The result of an event of the log has its cursor as id,
 * and a request with the header `Last-Event-ID` resumes after it.
 */
export function createEventStreams(
  app: App,
  server: FastifyInstance,
  schema: GraphQLSchema,
): AnswerByEvents {
  const operations = openRunningOperations<FastifyRequest>(app, 'sse');
  /** The requests of subscriptions. A stopping server does not wait for them, because they would not end. */
  const subscriptions = new WeakSet<FastifyRequest>();
  const handle = createHandler<FastifyRequest, EventIds>({
    // Disables the mode of one connection for several operations.
    authenticate: () => null,
    onSubscribe: async ({ raw }, params) => {
      const prepared = await prepare(app, schema, raw, params);
      if (!('contextValue' in prepared)) return only({ errors: prepared });
      operations.prepared(raw, prepared);
      if (isSubscription(prepared)) subscriptions.add(raw);
      return resultsOf(prepared);
    },
    onNext: async (_context, { raw, context }, result) => {
      await context.add(cursorOf(result));
      // The library only serializes the result; its type demands instances of GraphQLError.
      return operations.answer(raw, result as ExecutionResult) as ExecutionResult;
    },
  });
  const open = new Map<FastifyRequest, Readable>();
  let isStopping = false;
  server.addHook('preClose', async () => {
    isStopping = true;
    for (const [request, body] of open) if (subscriptions.has(request)) body.destroy();
  });
  return async (request, reply) => {
    // The error handler sets the outcome to the error's code.
    request.operationLog = { operation: null, outcome: 'BAD_REQUEST', actor: null };
    requirePreflighted(request);
    operations.begin(request, request.id);
    const ids = createEventIds();
    const [messages, init] = await handle(handledRequest(request, ids)).catch((error: unknown) => {
      operations.endUnlogged(request);
      throw error;
    });
    if (messages === null || typeof messages === 'string') {
      operations.endUnlogged(request);
      return reply
        .code(init.status)
        .headers(init.headers ?? {})
        .send(bodyOf(messages, init));
    }
    const body = eventBody(messages, ids);
    open.set(request, body);
    body.once('error', (error) => app.log.error({ error }, 'An event stream failed'));
    body.once('close', () => {
      open.delete(request);
      operations.end(request);
    });
    sendEventStream(reply, body);
    // A subscription that began while the server was stopping is ended, because the server would wait for it.
    if (isStopping && subscriptions.has(request)) body.destroy();
    return reply;
  };
}

/** Checks an operation. Returns the errors with which its document is rejected. @throws DomainError */
async function prepare(
  app: App,
  schema: GraphQLSchema,
  request: FastifyRequest,
  { query, variables, operationName }: RequestParams,
) {
  try {
    const prepared = await prepareOperation(app, schema, {
      viewer: request.viewer,
      projectId: projectIn(request.headers),
      requestId: request.id,
      query,
      variables: variables ?? {},
      operationName: operationName ?? undefined,
    });
    if (!('contextValue' in prepared)) return prepared;
    if (request.method === 'GET' && isMutation(prepared)) {
      return [new GraphQLError('A mutation needs POST.', { extensions: { code: 'BAD_REQUEST' } })];
    }
    const cursor = request.headers['last-event-id'];
    if (isSubscription(prepared) && typeof cursor === 'string' && cursor !== '') {
      prepared.contextValue.resumeAfter = cursor;
    }
    return prepared;
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/**
 * Refuses a GET without a key, because a page of another site could send it without a preflight.
 * @throws UNAUTHENTICATED
 */
function requirePreflighted({ method, headers }: FastifyRequest): void {
  if (method !== 'GET' || secretIn(headers) !== null) return;
  throw new DomainError('UNAUTHENTICATED', 'A GET of an event stream needs an API key.');
}

function handledRequest(request: FastifyRequest, context: EventIds) {
  const { method, url, headers, body } = request;
  const get = (name: string) => {
    if (name === 'accept') return EVENT_STREAM;
    const value = headers[name];
    return typeof value === 'string' ? value : null;
  };
  const isObject = typeof body === 'object' && body !== null;
  return {
    method,
    url,
    headers: { get },
    body: isObject ? { ...body } : null,
    raw: request,
    context,
  };
}

/** The body of an answer that is not a stream, such as the refusal of a request without a document. */
function bodyOf(given: string | null, { statusText }: { statusText: string }) {
  const named = refusal.safeParse(given === null ? null : JSON.parse(given));
  const message = named.data?.errors[0].message ?? statusText;
  return errorBody('BAD_REQUEST', message);
}

async function resultsOf(prepared: PreparedOperation): Promise<AsyncGenerator<ExecutionResult>> {
  if (!isSubscription(prepared)) return only(await execute(prepared));
  const results = await subscribeWithCursors(prepared);
  return Symbol.asyncIterator in results ? endingWithErrors(results) : only(results);
}

/** A stream with a single result. */
async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}

/** If the stream fails, for example because its API key was revoked, it ends with a result that has the error. */
function endingWithErrors(given: ResultStream): ResultStream {
  let isOver = false;
  const stream: ResultStream = {
    next: async () => {
      if (isOver) return { done: true, value: undefined };
      try {
        return await given.next();
      } catch (error) {
        isOver = true;
        return { value: { errors: [asGraphqlError(error)] } };
      }
    },
    return: () => given.return(),
    throw: (error) => given.throw(error),
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
