import { asc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { RowKeyOfAll } from '../batches.ts';

type KeyColumns = { projectId: PgColumn; id: PgColumn };

/** The order in which rows of all projects are read in pages (`PageOfAll`). */
export function byIdAndProject({ projectId, id }: KeyColumns): SQL[] {
  return [asc(id), asc(projectId)];
}

/** Condition for the rows after a row in the order of `byIdAndProject`. */
export function isAfter({ projectId, id }: KeyColumns, after: RowKeyOfAll): SQL {
  return sql`(${id}, ${projectId}) > (${after.id}, ${after.projectId})`;
}
