import { placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgSession } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { rowMapper, type SelectedField } from './row-mapper.ts';

type Named<Query> = { prepare(name: string): Query };

/** By the driver's kind of session, whose queries can run in any other session of the kind. */
const built = new WeakMap<object, Map<string, object>>();

/**
 * A query with placeholders that is built once: building one takes as long as the database needs to
 * answer it. For queries that most requests make; the name tells apart all that the text depends on. It is
 * null where no name can, and the query is then built for this once.
 */
export function prepared<Query extends object>(
  db: Database,
  name: string | null,
  build: () => Named<Query>,
): Query {
  if (name === null) return quick(build().prepare(''));
  const session = sessionOf(db);
  const kind = Object.getPrototypeOf(session);
  const own = built.get(kind) ?? new Map<string, object>();
  built.set(kind, own);
  // The name says what was built under it, and so of which type it is.
  let query = own.get(name) as Query | undefined;
  if (query === undefined) {
    query = quick(build().prepare(''));
    own.set(name, query);
  }
  // The same query, but through the connection of this session: that of a transaction, or the pool.
  return Object.create(query, { client: { value: session.client } });
}

/** The same for a statement of which no rows are read. */
export function preparedStatement(db: Database, name: string, build: () => SQL) {
  return prepared(db, name, () => {
    const query = db.execute(build()).getQuery();
    return { prepare: (as) => sessionOf(db).prepareQuery(query, undefined, as, false) };
  });
}

/** True where the column is one of the texts that a prepared query is run with, as an array of that name. */
export function isAnyOf(column: AnyPgColumn, name: string): SQL {
  return sql`${column} = any(${placeholder(name)}::text[])`;
}

/** The query, with its rows mapped by what was found out about its columns beforehand. */
function quick<Query extends object>(query: Query): Query {
  const { fields, joinsNotNullableMap = {} } = query as Mapped;
  const isLeftJoin = Object.values(joinsNotNullableMap).includes(false);
  return fields === undefined || isLeftJoin
    ? query
    : Object.assign(query, { customResultMapper: rowMapper(fields) });
}

/** What Drizzle knows of the columns of a query; `joinsNotNullableMap` is false for what a join may lack. */
type Mapped = { fields?: SelectedField[]; joinsNotNullableMap?: Record<string, boolean> };

type Session = PgSession & { client: unknown };

function sessionOf(db: Database): Session {
  return db._.session as unknown as Session;
}
