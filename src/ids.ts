import { randomUUID } from 'node:crypto';
import { getType, typeidUnboxed } from 'typeid-js';

/**
 * The prefixes of TypeIDs: projects, API keys, memories, entries, agents, generations, cycles, events, traces, jobs,
 * extractions.
 */
export type IdPrefix =
  | 'prj'
  | 'key'
  | 'mem'
  | 'me'
  | 'agt'
  | 'gen'
  | 'cyc'
  | 'evt'
  | 'trc'
  | 'job'
  | 'ext';

/** Creates a TypeID: the prefix and a UUIDv7, so that ids sort by creation time. */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix);
}

/**
 * Creates the id of a request, which its answer and its lines in the log contain. It is a random UUID, because creating
 * a TypeID takes nine times as long, and requests are not sorted by their ids.
 */
export function newRequestId(): string {
  return `req_${randomUUID()}`;
}

/** The prefix of an id, or null for text that is not a TypeID. */
export function prefixOf(id: string): string | null {
  try {
    return getType(id as Parameters<typeof getType>[0]);
  } catch {
    return null; // typeid-js reports malformed ids only by throwing
  }
}

/** The id if it has the prefix; null for null and for an id of another type. */
export function idOfType(id: string | null, prefix: IdPrefix): string | null {
  return id !== null && prefixOf(id) === prefix ? id : null;
}
