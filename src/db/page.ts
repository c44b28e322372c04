import { badInput } from '../errors.ts';

export const MAX_PAGE_SIZE = 100;

/** What sorts behind every id: where the first page of a list that is newest first begins. */
export const AFTER_ALL_IDS = '~';

/** What a field of a connection is asked for. */
export type PageRequest = { first: number; after?: string | null };

/** A page of a connection, as Relay has it. */
export type Page<Node> = {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  /** Counted only when the field is asked for. */
  totalCount: () => Promise<number>;
};

/**
 * Reads one page. `read` is given how many rows to read, one more than asked, which tells whether a
 * next page exists. @throws BAD_USER_INPUT for a page size out of range
 */
export async function readPage<Row>(options: {
  first: number;
  isFirst: boolean;
  read: (limit: number) => Promise<Row[]>;
  cursorOf: (row: Row) => string;
  count: () => Promise<number>;
}): Promise<Page<Row>> {
  const { first } = options;
  if (first < 0 || first > MAX_PAGE_SIZE) {
    throw badInput('first', `must be from 0 to ${MAX_PAGE_SIZE}`);
  }
  const rows = await options.read(first + 1);
  const edges = rows.slice(0, first).map((node) => ({ cursor: options.cursorOf(node), node }));
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: rows.length > first,
      hasPreviousPage: !options.isFirst,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: options.count,
  };
}

/** A page of rows sorted by a key of their own, newest first; the cursor is that key, made opaque. */
export function readKeyedPage<Row>(options: {
  /** Names the connection in its cursors, so that one of another is not taken for its own. */
  name: string;
  request: PageRequest;
  read: (before: string | null, limit: number) => Promise<Row[]>;
  keyOf: (row: Row) => string;
  count: () => Promise<number>;
}): Promise<Page<Row>> {
  const { first, after } = options.request;
  const before = after === null || after === undefined ? null : decodeCursor(options.name, after);
  return readPage({
    first,
    isFirst: before === null,
    read: (limit) => options.read(before, limit),
    cursorOf: (row) => encodeCursor(options.name, options.keyOf(row)),
    count: options.count,
  });
}

function encodeCursor(name: string, key: string): string {
  return Buffer.from(`${name}:${key}`).toString('base64url');
}

function decodeCursor(name: string, cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  const mark = `${name}:`;
  if (!text.startsWith(mark) || text.includes('\0')) {
    throw badInput('after', 'is not a cursor of this connection');
  }
  return text.slice(mark.length);
}
