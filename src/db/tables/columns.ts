import { customType, timestamp } from 'drizzle-orm/pg-core';
import { fromSql } from 'pgvector';
import { vectorParameter } from '../vector-parameter.ts';

/** The types of columns that several tables have. */

/** Ids and cursors compare bytewise, in any locale of the database. */
export const id = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

/** A vector of any dimension. Each space has an index on a cast to its dimension (`hnsw-index.ts`). */
export const vector = customType<{ data: number[]; driverData: unknown }>({
  dataType: () => 'vector',
  toDriver: vectorParameter,
  fromDriver: (value) => fromSql(value) as number[],
});

/** The lexemes of a text, for full-text search. */
export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** A time with milliseconds. */
export const time = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** The caller's own fields of an entry, trace or statement: a JSON object. */
export type Metadata = Record<string, unknown>;
