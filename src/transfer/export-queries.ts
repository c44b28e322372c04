import { and, asc, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import { isAmong } from '../db/statements.ts';
import { agents } from '../db/tables/agents.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries, revisions } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { projects } from '../db/tables/projects.ts';
import { hourlyStats } from '../db/tables/stats.ts';
import { cycles, evidence } from '../db/tables/stream.ts';
import { retrievals, traces, traceVectors } from '../db/tables/traces.ts';
import { utilityChanges } from '../db/tables/utility-changes.ts';
import type { LineKind } from './lines.ts';
import { EXPORTED, type Row } from './tables.ts';

/** Maximum number of rows of a page, and of bytes of their wide columns and histories as they are stored (compressed). */
const PAGE_ROWS = 400;
const PAGE_BYTES = 2 * 1024 * 1024;

type ExportSource = {
  exported: (typeof EXPORTED)[keyof typeof EXPORTED];
  projectId: PgColumn;
  /** The primary key besides the project, the order of the lines. */
  key: readonly PgColumn[];
  /** Columns that can be large. */
  wide: readonly PgColumn[];
  /** The number of bytes of the row's parts, for rows whose parts can be large. */
  bytesOfParts?: SQL;
};

/** Written as plain SQL, since Drizzle omits the names of tables in a query of a single table. */
const BYTES_OF_REVISIONS = sql.raw(
  `(select coalesce(sum(pg_column_size(changed)), 0) from revisions
    where revisions.project_id = entries.project_id and revisions.entry_id = entries.id)`,
);

const SOURCES: Readonly<Record<LineKind, ExportSource>> = {
  agent: { exported: EXPORTED.agents, projectId: agents.projectId, key: [agents.id], wide: [] },
  memory: {
    exported: EXPORTED.memories,
    projectId: memories.projectId,
    key: [memories.id],
    wide: [],
  },
  entry: {
    exported: EXPORTED.entries,
    projectId: entries.projectId,
    key: [entries.id],
    wide: [entries.statements, entries.metadata],
    bytesOfParts: BYTES_OF_REVISIONS,
  },
  evidence: {
    exported: EXPORTED.evidence,
    projectId: evidence.projectId,
    key: [evidence.entryId, evidence.evidenceId],
    wide: [],
  },
  trace: {
    exported: EXPORTED.traces,
    projectId: traces.projectId,
    key: [traces.id],
    wide: [traces.trajectory, traces.finalResponse, traces.metadata],
  },
  stats: {
    exported: EXPORTED.hourlyStats,
    projectId: hourlyStats.projectId,
    key: [hourlyStats.hour, hourlyStats.memoryId, hourlyStats.agentId],
    wide: [],
  },
};

/** The rows of a part of a line, in the order in which the line has them, with the id of the line's object. */
type ExportedRows = {
  exported: (typeof EXPORTED)[keyof typeof EXPORTED];
  projectId: PgColumn;
  parent: PgColumn;
  order: readonly PgColumn[];
  space?: PgColumn;
};

const PARTS = {
  cycles: {
    exported: EXPORTED.cycles,
    projectId: cycles.projectId,
    parent: cycles.memoryId,
    order: [cycles.id],
  },
  revisions: {
    exported: EXPORTED.revisions,
    projectId: revisions.projectId,
    parent: revisions.entryId,
    order: [revisions.number],
  },
  utilityChanges: {
    exported: EXPORTED.utilityChanges,
    projectId: utilityChanges.projectId,
    parent: utilityChanges.entryId,
    order: [utilityChanges.number],
  },
  chunks: {
    exported: EXPORTED.chunks,
    projectId: chunks.projectId,
    parent: chunks.entryId,
    order: [chunks.position],
    space: chunks.space,
  },
  retrievals: {
    exported: EXPORTED.retrievals,
    projectId: retrievals.projectId,
    parent: retrievals.traceId,
    order: [retrievals.rank, retrievals.entryId],
  },
  vectors: {
    exported: EXPORTED.traceVectors,
    projectId: traceVectors.projectId,
    parent: traceVectors.traceId,
    order: [],
    space: traceVectors.space,
  },
} as const satisfies Record<string, ExportedRows>;

export type PartName = keyof typeof PARTS;

/** The exported columns of a table, in the order of its line. */
function columnsOf({ table, line }: ExportSource['exported']): Record<string, PgColumn> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  return Object.fromEntries(
    Object.keys(line.shape).flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])),
  );
}

/** The settings of the project. */
export async function selectProject(
  db: Database,
  projectId: string,
): Promise<{ project: ProjectRow; settings: Row } | null> {
  const rows = await db
    .select({ project: getTableColumns(projects), settings: columnsOf(EXPORTED.projects) })
    .from(projects)
    .where(eq(projects.id, projectId));
  return rows[0] ?? null;
}

export async function countRows(db: Database, projectId: string, kind: LineKind): Promise<number> {
  const { exported, projectId: column } = SOURCES[kind];
  const rows = await db
    .select({ total: count() })
    .from(exported.table as PgTable)
    .where(eq(column, projectId));
  return rows[0]?.total ?? 0;
}

export type Key = readonly unknown[];

/**
 * The rows after a key, in the order of the keys, and the key of the last one; null after the last row. A page has
 * about `PAGE_BYTES`, or one row.
 */
export async function selectPage(
  db: Database,
  { projectId, kind, after }: { projectId: string; kind: LineKind; after: Key | null },
): Promise<{ rows: Row[]; last: Key } | null> {
  const { exported, projectId: column, key, wide, bytesOfParts = sql`0` } = SOURCES[kind];
  const table = exported.table as PgTable;
  const ofProject = eq(column, projectId);
  const behind = after === null ? undefined : compared(key, '>', after);
  const bytes = wide.map((one) => sql`coalesce(pg_column_size(${one}), 0)`);
  const size = sql<number>`(${sql.join([bytesOfParts, ...bytes], sql` + `)})::float8`;
  const keys = Object.fromEntries(key.map((one, i) => [`key${i}`, one]));
  const sizes: Row[] = await db
    .select({ ...keys, size })
    .from(table)
    .where(and(ofProject, behind))
    .orderBy(...key.map((one) => asc(one)))
    .limit(PAGE_ROWS);
  let total = 0;
  const fitting = sizes.filter((row, i) => {
    total += Number(row.size);
    return i === 0 || total <= PAGE_BYTES;
  });
  const final = fitting.at(-1);
  if (final === undefined) return null;
  const last = key.map((_, i) => final[`key${i}`]);
  const rows: Row[] = await db
    .select(columnsOf(exported))
    .from(table)
    .where(and(ofProject, behind, compared(key, '<=', last)))
    .orderBy(...key.map((one) => asc(one)));
  return { rows, last };
}

function compared(key: readonly PgColumn[], operator: '>' | '<=', values: Key): SQL {
  const columns = sql.join([...key], sql`, `);
  const bounds = sql.join(
    key.map((column, i) => sql`${sql.param(values[i], column)}`),
    sql`, `,
  );
  return sql`(${columns}) ${sql.raw(operator)} (${bounds})`;
}

/** The rows of a part of the lines of objects, by the id of the object. */
export async function selectParts(
  db: Database,
  projectId: string,
  { part, ids, space }: { part: PartName; ids: string[]; space: Space },
): Promise<Map<string, Row[]>> {
  const { exported, projectId: column, parent, order, space: ofSpace }: ExportedRows = PARTS[part];
  const rows: Row[] = await db
    .select({ ...columnsOf(exported), parentId: parent })
    .from(exported.table as PgTable)
    .where(
      and(
        eq(column, projectId),
        isAmong(parent, ids),
        ofSpace ? eq(ofSpace, spaceName(space)) : undefined,
      ),
    )
    .orderBy(asc(parent), ...order.map((one) => asc(one)));
  const parts = new Map<string, Row[]>();
  for (const { parentId, ...row } of rows) {
    const id = String(parentId);
    const known = parts.get(id);
    if (known) known.push(row);
    else parts.set(id, [row]);
  }
  return parts;
}
