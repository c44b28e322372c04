import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { WordLookup } from './match-words.ts';
import { AFTER_ALL_IDS, type Slice } from './page.ts';

/**
 * Reads pages of lists that are sorted by id and filtered by the words of a text. The first rows of the list are
 * checked one by one, which is enough for common words. If they do not fill the page, the share of them that matches
 * decides: if many match, further rows are checked; otherwise the index of words finds the rows. PostgreSQL alone could
 * check all rows for a rare word: it knows how rare a word is only from statistics of that index, which the embedded
 * database never collects.
 */

/** A list that is sorted by id. */
export type ListById = {
  id: AnyPgColumn;
  /** The condition of the list, without the condition for the words. */
  rows: SQL | undefined;
  /** The number of rows that are checked first, as a multiple of the rows of the page. */
  checkedPerRow: number;
};

/**
 * Words are common if at least a seventh of the page is found among the first rows
 * (docs/decisions/079-lists-by-frequent-words.md).
 */
const COMMON_DIVISOR = 7;

type Pages<Row> = Map<string, Row[]>;

/** Reads one page. `read` reads the rows of a slice in one statement, and is called once or twice. */
export async function readByWords<Row>(
  slice: Slice,
  list: ListById,
  read: (slice: Slice, lookup: WordLookup) => Promise<Row[]>,
): Promise<Row[]> {
  const only = 'only';
  const pages = await readEachByWords(
    slice,
    list,
    [only],
    async (part, _, lookup) => new Map([[only, await read(part, lookup)]]),
  );
  return pages.get(only) ?? [];
}

/**
 * Reads the same page of several lists, by their names. `read` reads the pages of the lists that it is given in one
 * statement.
 */
export async function readEachByWords<Row>(
  slice: Slice,
  list: ListById,
  names: string[],
  read: (slice: Slice, names: string[], lookup: WordLookup) => Promise<Pages<Row>>,
): Promise<Pages<Row>> {
  const pages = await read(amongFirst(slice, list), names, { byIndex: false });
  const found = (name: string) => pages.get(name)?.length ?? 0;
  const isCommon = (name: string) => found(name) * COMMON_DIVISOR >= slice.limit;
  const notFull = names.filter((name) => found(name) < slice.limit);
  const common = notFull.filter(isCommon);
  const rare = notFull.filter((name) => !isCommon(name));
  const [ofCommon, ofRare] = await Promise.all([
    common.length > 0 ? read(slice, common, { byIndex: false }) : [],
    rare.length > 0 ? read(byIndexOfWords(slice, list), rare, { byIndex: true }) : [],
  ]);
  return new Map([...pages, ...ofCommon, ...ofRare]);
}

/** Restricts a page to the first rows of the list. */
function amongFirst(slice: Slice, { id, rows, checkedPerRow }: ListById): Slice {
  const { where, orderBy, limit, isAscending } = slice;
  const last = sql`(select ${id} from ${id.table} where ${and(rows, where)}
    order by ${sql.join(orderBy, sql`, `)} limit 1 offset ${checkedPerRow * limit - 1})`;
  const isFirst = isAscending
    ? sql`${id} <= coalesce(${last}, ${AFTER_ALL_IDS})`
    : sql`${id} >= coalesce(${last}, '')`;
  return { ...slice, where: and(where, isFirst) };
}

/** The same page, sorted by an expression, so that PostgreSQL cannot read the rows in the order of their ids. */
function byIndexOfWords(slice: Slice, { id }: ListById): Slice {
  const sorted = sql`${id} || ''`;
  return { ...slice, orderBy: [slice.isAscending ? asc(sorted) : desc(sorted)] };
}
