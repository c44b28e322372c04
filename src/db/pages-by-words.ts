import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { AFTER_ALL_IDS, type Slice } from './page.ts';

/**
 * A page of the rows of a list by id that have the words of a text. It is read among the first rows of the list, each of which
 * is tested. If these do not fill the page, they show how frequent the words are: for frequent words, more rows are tested, and
 * rare words are looked up in their index. PostgreSQL by itself can test row after row for rare words as well, since it may not
 * know how rare the words are, and cannot know it of the beginning of a word.
 */

/** A list of rows by id. */
export type ListById = {
  id: AnyPgColumn;
  /** Which rows are in the list, whether they have the words or not. */
  rows: SQL | undefined;
  /** How many of them are tested for each row of the page. */
  tested: number;
};

type Pages<Row> = Map<string, Row[]>;

/** Reads a page of the rows that have words, by one or two calls of `read`. */
export async function readByWords<Row>(
  slice: Slice,
  list: ListById,
  read: (slice: Slice) => Promise<Row[]>,
): Promise<Row[]> {
  const only = 'only';
  const pages = await readEachByWords(
    slice,
    list,
    [only],
    async (part) => new Map([[only, await read(part)]]),
  );
  return pages.get(only) ?? [];
}

/** Reads the same page of each of several lists. `read` reads it of those that it is given, in one statement. */
export async function readEachByWords<Row>(
  slice: Slice,
  list: ListById,
  names: string[],
  read: (slice: Slice, names: string[]) => Promise<Pages<Row>>,
): Promise<Pages<Row>> {
  const pages = await read(amongFirst(slice, list), names);
  const found = (name: string) => pages.get(name)?.length ?? 0;
  const isFrequent = (name: string) => found(name) * 4 >= slice.limit;
  const others = names.filter((name) => found(name) < slice.limit);
  const frequent = others.filter(isFrequent);
  const rare = others.filter((name) => !isFrequent(name));
  const [ofFrequent, ofRare] = await Promise.all([
    frequent.length > 0 ? read(slice, frequent) : [],
    rare.length > 0 ? read(byIndexOfWords(slice, list), rare) : [],
  ]);
  return new Map([...pages, ...ofFrequent, ...ofRare]);
}

/** The part of the page that is among the first rows of the list. */
function amongFirst(slice: Slice, { id, rows, tested }: ListById): Slice {
  const { where, orderBy, limit, isAscending } = slice;
  const last = sql`(select ${id} from ${id.table} where ${and(rows, where)}
    order by ${sql.join(orderBy, sql`, `)} limit 1 offset ${tested * limit - 1})`;
  const isFirst = isAscending
    ? sql`${id} <= coalesce(${last}, ${AFTER_ALL_IDS})`
    : sql`${id} >= coalesce(${last}, '')`;
  return { ...slice, where: and(where, isFirst) };
}

/** The whole page, in an order that PostgreSQL cannot take from the index of the rows by id. */
function byIndexOfWords(slice: Slice, { id }: ListById): Slice {
  const sorted = sql`${id} || ''`;
  return { ...slice, orderBy: [slice.isAscending ? asc(sorted) : desc(sorted)] };
}
