import { createHash } from 'node:crypto';
import { placeholder, type SQL, sql, type WithSubquery } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { memoizeByObject } from '../memoize-by-object.ts';
import type { Database } from './database.ts';

/** Maximum number of statements of one database handle; rarely reached, since there are far fewer names. */
const MAX_STATEMENTS = 500;

/** PostgreSQL truncates the name of a statement after this number of bytes. */
const MAX_NAME_BYTES = 63;

type Buildable<Query> = { prepare(name: string): Query };

const statementsOf = memoizeByObject((_: Database) => new Map<string, unknown>());

/**
 * A query with placeholders, built once for each database handle and prepared once on each connection.
 * Building a query takes more processor time than PostgreSQL needs to run it. The name identifies the text of
 * the query: everything that changes the text, such as the embedding space, is part of the name; values of
 * callers are not. A query whose text has too many variants is built each time without this function.
 */
export function prepared<Query>(db: Database, name: string, build: () => Buildable<Query>): Query {
  const own = statementsOf(db);
  // The name determines the text, and therefore the type of the prepared query.
  const known = own.get(name) as Query | undefined;
  if (known !== undefined) return known;
  if (own.size === MAX_STATEMENTS) own.clear();
  const statement = build().prepare(shortName(name));
  own.set(name, statement);
  return statement;
}

/** A query that can be prepared. */
export type Runnable<Rows> = {
  prepare(name: string): { execute(parameters: Record<string, unknown>): Promise<Rows> };
  execute(parameters: Record<string, unknown>): Promise<Rows>;
};

/** Runs a prepared query with this name or, if the name is null, a query that is built for this call. */
export function run<Rows>(
  db: Database,
  name: string | null,
  build: () => Runnable<Rows>,
  parameters: Record<string, unknown>,
): Promise<Rows> {
  const query = name === null ? build() : prepared(db, name, build);
  return query.execute(parameters);
}

function shortName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  return createHash('sha256').update(name).digest('base64url');
}

/** The FROM clause of a statement that reads no table: one row. */
export const ONE_ROW = sql`(values (1)) as one_row`;

/**
 * Expressions for the SELECT list of a statement. They make PostgreSQL use generic plans for prepared statements until
 * the transaction ends, so that it plans each only once. A generic plan assumes a memory of average size. Sequential
 * scans are off, because otherwise it could read the chunks of all projects for a small memory.
 */
export const REUSED_PLANS = {
  plan: sql`set_config('plan_cache_mode', 'force_generic_plan', true)`,
  scan: sql`set_config('enable_seqscan', 'off', true)`,
};

/** The message of the error of `failUnless`, which the log of the database contains. */
export const UNMET_CONDITION = 'Lorebase reads again what has changed meanwhile';

/**
 * Makes the statement fail (`isUnmetCondition` in failures.ts), and with it all that follows in its packet, unless the
 * condition holds. If it does not, the statement converts a sentence to a number, which is an error. The sentence
 * contains the current time, so that PostgreSQL does not convert it when it plans the statement.
 */
export function failUnless(condition: SQL): SQL<number> {
  const sentence = sql.raw(`'${UNMET_CONDITION}, at '`);
  return sql<number>`case when ${condition} then 1 else (${sentence} || clock_timestamp())::int end`;
}

/** Returns a function for the columns of a subquery that selects columns of a table under their own names. */
export function columnsOf(alias: string) {
  return <Type>(column: AnyPgColumn<{ data: Type }>) =>
    sql<Type>`${sql.identifier(alias)}.${sql.identifier(column.name)}`.mapWith(column);
}

/** Condition that the column is one of the texts in the array parameter `name` of a prepared query. */
export function isAnyOf(column: AnyPgColumn | SQL, name: string): SQL {
  return sql`${column} = any(${placeholder(name)}::text[])`;
}

/** Condition that the column is one of the texts, which are one parameter of the query. */
export function isAmong(column: AnyPgColumn | SQL, texts: readonly string[]): SQL {
  return sql`${column} = any(${sql.param([...texts])}::text[])`;
}

/**
 * `isAnyOf` for texts that are known now. A single text is compared without an array: PostgreSQL assumes that an array
 * parameter has ten elements, and would plan the query again at each execution.
 */
export function isOneOf(column: AnyPgColumn | SQL, name: string, texts: readonly string[]): SQL {
  return texts.length === 1
    ? sql`${column} = (${placeholder(name)}::text[])[1]`
    : isAnyOf(column, name);
}

/** The part of a query's name for `isOneOf`: it is equal for lists with the same SQL text. */
export function formOf(texts: readonly string[]): 'one' | 'many' {
  return texts.length === 1 ? 'one' : 'many';
}

/**
 * A query with the parameter `name` as its limit. For a limit that is a parameter, PostgreSQL expects a tenth of all
 * rows, and then reads a large table whole instead of looking up a few rows. So the SQL text also contains a limit,
 * which is `value` or more. The name of the statement must contain `mostRows(value)`.
 */
export function limited(query: SQL, name: string, value: number): SQL {
  const most = sql.raw(String(mostRows(value)));
  return sql`select * from (${query} limit ${placeholder(name)}) as limited limit ${most}`;
}

/** Rounds a limit up to a power of two, so that only a few different statements are prepared. */
export function mostRows(limit: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, limit)));
}

/** SQL that contains the number itself, where a number in a template would become a parameter. */
export function constant(value: number): SQL {
  return sql.raw(`${value}::float8`);
}

/**
 * Condition for the rows whose key is among those picked by a query with LIMIT. The query must be in WITH, which runs
 * once: PostgreSQL may run a subquery again for each row of the table, and with SKIP LOCKED each run picks others.
 */
export function isPicked(picked: WithSubquery, key: readonly AnyPgColumn[]): SQL {
  return sql`(${sql.join([...key], sql`, `)}) in (select * from ${picked})`;
}
