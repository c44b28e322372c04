import { setTimeout as sleep } from 'node:timers/promises';
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
} from 'graphql';
import { isTransient } from '../db/failures.ts';
import { encodePosition, isPosition } from '../events/position.ts';
import { requireViewer } from '../projects/viewer.ts';
import { untilAccessEnds } from '../projects/watch-access.ts';
import type { Context } from './context.ts';

export type ResultStream = AsyncGenerator<ExecutionResult, void, undefined>;

/** Pause before the objects of an event are read again after a failure. */
const RETRY_MS = 500;

/**
 * Subscribes as `subscribe` of graphql does. The result for an event of the log has the cursor of the event in
 * `extensions.cursor`, whatever fields the operation selects. While the database cannot be read, the event is held
 * back, because a client that resumes after its cursor would not receive it again. The stream ends when the caller's
 * access ends.
 */
export async function subscribeWithCursors(
  args: ExecutionArgs,
): Promise<ResultStream | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  return accessible(args, resultsOf(args, source[Symbol.asyncIterator]()));
}

/** The stream of an operation, which ends when its caller's access to the project ends. */
async function accessible(
  args: ExecutionArgs,
  source: AsyncIterator<ExecutionResult>,
): Promise<ResultStream> {
  // Each transport passes the context that `prepareOperation` created.
  const { app, viewer, caller } = args.contextValue as Context;
  try {
    const { project } = await caller();
    return untilAccessEnds(app, { viewer: requireViewer(viewer), projectId: project.id }, source);
  } catch (error) {
    await source.return?.();
    throw error;
  }
}

/** The cursor of a result of `subscribeWithCursors`, or null. */
export function cursorOf({
  extensions,
}: {
  extensions?: Record<string, unknown> | undefined;
}): string | null {
  return typeof extensions?.cursor === 'string' ? extensions.cursor : null;
}

/**
 * The results of the events of a stream. Unlike with a generator function, `return` also ends the stream while the
 * source waits for its next event, or while an event is held back.
 */
function resultsOf(
  args: ExecutionArgs,
  source: AsyncIterator<unknown>,
): AsyncIterator<ExecutionResult> {
  const closing = new AbortController();
  return {
    next: async () => {
      const step = await source.next();
      const result = step.done ? null : await resultOf(args, step.value, closing.signal);
      return result === null ? { done: true, value: undefined } : { value: result };
    },
    return: async () => {
      closing.abort();
      await source.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** The result of an event; null if the stream was closed while the database could not be read. */
async function resultOf(
  args: ExecutionArgs,
  event: unknown,
  closed: AbortSignal,
): Promise<ExecutionResult | null> {
  // Each transport passes the context that `prepareOperation` created.
  const { app } = args.contextValue as Context;
  while (!closed.aborted) {
    const result = await execute({ ...args, rootValue: event });
    if (!isPosition(event)) return result;
    const passing = result.errors?.find(({ originalError }) => isTransient(originalError));
    if (passing === undefined) {
      return { ...result, extensions: { ...result.extensions, cursor: encodePosition(event) } };
    }
    app.log.warn({ error: passing }, 'The objects of an event cannot be read; trying again');
    await sleep(RETRY_MS);
  }
  return null;
}
