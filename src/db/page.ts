import { and, asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { badInput } from '../errors.ts';
import { tryParseJson } from '../input.ts';

export const MAX_PAGE_SIZE = 100;
const DEFAULT_PAGE_SIZE = 20;

/** Sorts after every id: the start of the first page of a list that is newest first. */
export const AFTER_ALL_IDS = '~';

type Optional<T> = T | null | undefined;

/** The arguments of a connection field. With `last`, `first` is ignored. */
export type PageRequest = {
  first?: Optional<number>;
  after?: Optional<string>;
  last?: Optional<number>;
  before?: Optional<string>;
};

/** A page of a connection (Relay). Functions are called when their field is selected. */
export type Page<Node> = {
  edges: () => { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: () => {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  totalCount: () => Promise<number>;
};

/** A value by which rows are sorted. */
type SortValue = string | number | Date;

/** What a list is sorted by. */
export type SortKey<Row> = {
  expression: SQLWrapper;
  type: 'text' | 'timestamptz' | 'float8' | 'bigint';
  of: (row: Row) => SortValue;
  /** The fields of the row that `of` reads and `columnGroups` may leave out. */
  fields?: readonly string[];
};

/** The order of a list. The values of the keys, the first of which is the most significant, identify a row. */
export type Order<Row> = {
  /** Name of the connection and of the order. Cursors contain it, so that those of other lists are rejected. */
  name: string;
  keys: readonly SortKey<Row>[];
  direction: 'ASC' | 'DESC';
  /** Writes cursors and reads the values of the keys from them; without it, cursors are opaque texts. */
  cursors?: {
    of: (row: Row) => string;
    /** @throws BAD_USER_INPUT */
    valuesOf: (cursor: string, path: string) => string[];
  };
};

/** The order by id, which is the order of creation; newest first by default. */
export function byId<Row extends { id: string }>(
  name: string,
  column: SQLWrapper,
  direction: 'ASC' | 'DESC' = 'DESC',
): Order<Row> {
  return { name, direction, keys: [{ expression: column, type: 'text', of: (row) => row.id }] };
}

/** The order argument of a list: a field, or CREATED_AT for the order by id alone. */
export type ListOrder<Field extends string> = {
  field: 'CREATED_AT' | Field;
  direction: 'ASC' | 'DESC';
};

/** The order of a list by a field, and by id where its values are equal. */
export function byField<Row extends { id: string }, Field extends string>(
  name: string,
  column: SQLWrapper,
  keys: Readonly<Record<Field, SortKey<Row>>>,
  { field, direction }: ListOrder<Field>,
): Order<Row> {
  const last = byId<Row>(name, column, direction);
  if (field === 'CREATED_AT') return last;
  return { ...last, name: `${name} by ${field}`, keys: [keys[field as Field], ...last.keys] };
}

/** The fields of a row that its cursor contains. */
export function fieldsOfCursor(order: Order<never>): string[] {
  return order.keys.flatMap(({ fields }) => fields ?? []);
}

/** The rows of a page, as a part of a query. */
export type Slice = {
  where: SQL | undefined;
  orderBy: SQL[];
  /** One row more than requested, which shows whether there are more. */
  limit: number;
  /**
   * For the beginning of a list or what follows a cursor: the values of the cursor, or null for the beginning.
   * Undefined for any other page. A prepared query can use it instead of `where` and `orderBy`.
   */
  following: readonly string[] | null | undefined;
  /** The direction in which `orderBy` sorts. */
  isAscending: boolean;
  isBackward: boolean;
  isAfter: boolean;
  isBefore: boolean;
};

/** Reads one page of a list in an order. @throws BAD_USER_INPUT for a page size or a cursor */
export async function readPage<Row>(options: {
  order: Order<Row>;
  request: PageRequest;
  read: (slice: Slice) => Promise<Row[]>;
  count: () => Promise<number>;
  /** True if the request selects `totalCount`, which is then counted while the page is read. */
  isCounted?: boolean;
}): Promise<Page<Row>> {
  const { order, request, read, isCounted = false } = options;
  const slice = sliceOf(order, request);
  const count = countOnce(options.count, isCounted);
  return pageOf(await read(slice), { order, slice, count });
}

/** A count that is made at most once: at once if `isCounted`, otherwise when its result is first asked for. */
export function countOnce<Result>(
  count: () => Promise<Result>,
  isCounted: boolean,
): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  const counted = () => {
    result ??= count();
    return result;
  };
  // The error is thrown to the caller that awaits the result.
  if (isCounted) counted().catch(() => {});
  return counted;
}

/** The rows that a request asks for. @throws BAD_USER_INPUT for a page size or a cursor */
export function sliceOf<Row>(order: Order<Row>, request: PageRequest): Slice {
  const after = isGiven(request.after) ? decodeCursor(order, request.after, 'after') : null;
  const before = isGiven(request.before) ? decodeCursor(order, request.before, 'before') : null;
  const isBackward = isGiven(request.last);
  const isAscending = (order.direction === 'ASC') !== isBackward;
  return {
    where: and(
      after ? isBeyond(order, after, order.direction === 'ASC') : undefined,
      before ? isBeyond(order, before, order.direction !== 'ASC') : undefined,
    ),
    orderBy: order.keys.map(({ expression }) => (isAscending ? asc(expression) : desc(expression))),
    limit: sizeOf(request) + 1,
    following: isBackward || before ? undefined : after,
    isAscending,
    isBackward,
    isAfter: after !== null,
    isBefore: before !== null,
  };
}

/** The parameter `before` of a prepared query for a slice that is newest first: the id after which the page begins. */
export function startOf({ following }: Slice): string {
  return following?.[0] ?? AFTER_ALL_IDS;
}

/** The page with the rows of a slice. */
export function pageOf<Row>(
  rows: readonly Row[],
  { order, slice, count }: { order: Order<Row>; slice: Slice; count: () => Promise<number> },
): Page<Row> {
  const { limit, isBackward, isAfter, isBefore } = slice;
  const hasMore = rows.length === limit;
  const nodes = rows.slice(0, limit - 1);
  if (isBackward) nodes.reverse();
  const cursorOf = (row: Row | undefined) => (row ? encodeCursor(order, row) : null);
  return {
    edges: () => nodes.map((node) => ({ cursor: encodeCursor(order, node), node })),
    nodes,
    pageInfo: () => ({
      hasNextPage: isBackward ? isBefore : hasMore || isBefore,
      hasPreviousPage: isBackward ? hasMore || isAfter : isAfter,
      startCursor: cursorOf(nodes[0]),
      endCursor: cursorOf(nodes.at(-1)),
    }),
    totalCount: count,
  };
}

/** The page with its nodes converted by a function. */
export function mapPage<From, To>(page: Page<From>, of: (node: From) => To): Page<To> {
  return {
    ...page,
    edges: () => page.edges().map(({ cursor, node }) => ({ cursor, node: of(node) })),
    nodes: page.nodes.map(of),
  };
}

/** The number of rows that a request asks for. @throws BAD_USER_INPUT */
function sizeOf({ first, last }: PageRequest): number {
  const [name, size] = isGiven(last) ? ['last', last] : ['first', first];
  const wanted = size ?? DEFAULT_PAGE_SIZE;
  if (wanted < 0 || wanted > MAX_PAGE_SIZE) {
    throw badInput(name, `must be from 0 to ${MAX_PAGE_SIZE}`);
  }
  return wanted;
}

function isGiven<T>(value: Optional<T>): value is T {
  return value !== null && value !== undefined;
}

/** Condition for the rows after a cursor in ascending or descending order. */
function isBeyond<Row>({ keys }: Order<Row>, values: readonly string[], isAscending: boolean): SQL {
  const columns = sql.join(
    keys.map(({ expression }) => sql`${expression}`),
    sql`, `,
  );
  const bounds = sql.join(
    keys.map(({ type }, i) => sql`${values[i]}::${sql.raw(type)}`),
    sql`, `,
  );
  return sql`(${columns}) ${sql.raw(isAscending ? '>' : '<')} (${bounds})`;
}

function encodeCursor<Row>({ name, keys, cursors }: Order<Row>, row: Row): string {
  if (cursors) return cursors.of(row);
  const values = keys.map(({ of }) => {
    const value = of(row);
    return value instanceof Date ? value.toISOString() : String(value);
  });
  return Buffer.from(JSON.stringify([name, ...values])).toString('base64url');
}

/** The values of a cursor, as text. @throws BAD_USER_INPUT */
function decodeCursor<Row>(order: Order<Row>, cursor: string, path: string): string[] {
  const { name, keys, cursors } = order;
  if (cursors) return cursors.valuesOf(cursor, path);
  const [own, ...values] = parsedCursor(cursor);
  const isValid =
    own === name &&
    values.length === keys.length &&
    keys.every(({ type }, i) => isValueOf(type, values[i]));
  if (!isValid) throw badInput(path, 'is not a cursor of this connection in this order');
  return values as string[];
}

function parsedCursor(cursor: string): unknown[] {
  const parsed = tryParseJson(Buffer.from(cursor, 'base64url').toString());
  return Array.isArray(parsed) ? parsed : [];
}

function isValueOf(type: SortKey<unknown>['type'], value: unknown): boolean {
  if (typeof value !== 'string') return false;
  switch (type) {
    case 'text':
      return !value.includes('\0') && value.isWellFormed();
    case 'timestamptz':
      return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
    case 'float8':
      return value.trim() !== '' && Number.isFinite(Number(value));
    case 'bigint':
      return /^-?\d{1,18}$/.test(value);
  }
}
