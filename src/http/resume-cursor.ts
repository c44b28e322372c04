import { z } from 'zod';
import { badInput } from '../errors.ts';

const params = z.object({
  resumeAfter: z.union([z.string(), z.record(z.string(), z.string())]).nullish(),
});

/** Connections whose single cursor has been used, by their `connectionParams`. */
const used = new WeakSet<object>();

/**
 * The cursor from which a subscription of a WebSocket resumes: `resumeAfter` of the `connectionParams` is a map from
 * the ids of operations to cursors, or one cursor, which applies to the first subscription of the connection.
 * @throws BAD_USER_INPUT
 */
export function resumeCursor(
  connectionParams: Readonly<Record<string, unknown>> | undefined,
  operationId: string,
): string | null {
  if (connectionParams === undefined) return null;
  const { success, data } = params.safeParse(connectionParams);
  if (!success) {
    const expected = 'must be a cursor, or a map from the ids of operations to cursors';
    throw badInput('connectionParams.resumeAfter', expected);
  }
  const { resumeAfter } = data;
  if (typeof resumeAfter !== 'string') {
    return new Map(Object.entries(resumeAfter ?? {})).get(operationId) ?? null;
  }
  if (used.has(connectionParams)) return null;
  used.add(connectionParams);
  return resumeAfter;
}
