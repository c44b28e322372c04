import { badInput } from '../errors.ts';

export const MAX_PAGE_SIZE = 100;

/** Sorts after every id: the start of the first page of a list that is newest first. */
export const AFTER_ALL_IDS = '~';

/** The arguments of a connection field. */
export type PageRequest = { first: number; after?: string | null };

/** A page of a connection (Relay). */
export type Page<Node> = {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  /** Runs the count when the field is selected. */
  totalCount: () => Promise<number>;
};

/**
 * Reads one page. `read` receives a limit of one row more than requested, which shows whether there is a next
 * page.
 * @throws BAD_USER_INPUT for a page size out of range
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

/** A page of rows sorted by a key, newest first. The cursor is the encoded key. */
export function readKeyedPage<Row>(options: {
  /** Name of the connection. It is part of the cursors, so that those of other connections are rejected. */
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
