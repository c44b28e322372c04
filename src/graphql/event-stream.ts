import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
} from 'graphql';
import { encodePosition, isPosition } from '../events/position.ts';
import { requireViewer } from '../projects/viewer.ts';
import { untilAccessEnds } from '../projects/watch-access.ts';
import type { Context } from './context.ts';

export type ResultStream = AsyncGenerator<ExecutionResult, void, undefined>;

/**
 * Subscribes as `subscribe` of graphql does. The result of an event of the log has its cursor in
 * `extensions.cursor`, whatever fields the operation selects. The stream ends when the caller's access ends.
 */
export async function subscribeWithCursors(
  args: ExecutionArgs,
): Promise<ResultStream | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  return mapped(await accessible(args, source[Symbol.asyncIterator]()), async (event) => {
    const result = await execute({ ...args, rootValue: event });
    if (!isPosition(event)) return result;
    return { ...result, extensions: { ...result.extensions, cursor: encodePosition(event) } };
  });
}

/** The stream of an operation, which ends when its caller's access to the project ends. */
async function accessible(
  args: ExecutionArgs,
  source: AsyncIterator<unknown>,
): Promise<AsyncIterator<unknown>> {
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
 * Maps a stream. Unlike that of a generator function, its `return` ends a source that is waiting for its next
 * value.
 */
function mapped(
  source: AsyncIterator<unknown>,
  map: (value: unknown) => Promise<ExecutionResult>,
): ResultStream {
  const end = async () => {
    await source.return?.();
    return { done: true, value: undefined } as const;
  };
  const stream: ResultStream = {
    next: async () => {
      const step = await source.next();
      return step.done ? { done: true, value: undefined } : { value: await map(step.value) };
    },
    return: end,
    throw: async (error) => {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
