import { and, asc, count, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { Database } from '../db/database.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { ProjectRow } from '../db/rows.ts';
import { agents } from '../db/tables/agents.ts';
import { chunks } from '../db/tables/chunks.ts';
import { entries, revisions } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { projects } from '../db/tables/projects.ts';
import { hourlyStats } from '../db/tables/stats.ts';
import { cycles, evidence } from '../db/tables/stream.ts';
import { retrievals, traces, traceVectors } from '../db/tables/traces.ts';
import { utilityChanges } from '../db/tables/utility-changes.ts';
import { type LineKind, revisionLine } from './lines.ts';
import { EXPORTED, type Row } from './tables.ts';

/** Maximum number of rows of a page, and of bytes of these rows and their parts as texts. */
const PAGE_ROWS = 400;
const PAGE_BYTES = 2 * 1024 * 1024;

type Exported = { table: unknown; line: z.ZodObject };

type ExportSource = {
  exported: Exported;
  projectId: PgColumn;
  /** The primary key without the project. The lines are in its order. */
  key: readonly PgColumn[];
  /** Condition for the rows that become lines; omitted for all rows of the project. */
  where?: SQL;
  /** The number of bytes of the row's parts, for rows whose parts can be large. */
  bytesOfParts?: SQL;
};

// The conditions on two tables are plain SQL, since Drizzle omits the names of tables in a query of a single table.

/** The newest revision of an entry, which led to its present state. It is in the line of the entry. */
const NEWEST_REVISION =
  '(select revision from entries where project_id = revisions.project_id and id = revisions.entry_id)';
const IS_NEWEST = sql.raw(`revisions.number >= ${NEWEST_REVISION}`);
const IS_EARLIER = sql.raw(`revisions.number < ${NEWEST_REVISION}`);

/** The approximate size of a utility change, in bytes. */
const UTILITY_CHANGE_BYTES = 300;

const BYTES_OF_ENTRY_PARTS = sql.raw(
  `(select coalesce(sum(octet_length(changed::text)), 0) from revisions
    where project_id = entries.project_id and entry_id = entries.id and number >= entries.revision)
  + (select count(*) * ${UTILITY_CHANGE_BYTES} from utility_changes
    where project_id = entries.project_id and entry_id = entries.id)
  + (select coalesce(sum(octet_length(text) + coalesce(octet_length(context), 0) + pg_column_size(embedding)), 0)
    from chunks where project_id = entries.project_id and entry_id = entries.id)`,
);

const BYTES_OF_RETRIEVALS = sql.raw(
  `(select coalesce(sum(octet_length(content)), 0) from retrievals
    where project_id = traces.project_id and trace_id = traces.id)`,
);

const SOURCES: Readonly<Record<LineKind, ExportSource>> = {
  agent: { exported: EXPORTED.agents, projectId: agents.projectId, key: [agents.id] },
  memory: { exported: EXPORTED.memories, projectId: memories.projectId, key: [memories.id] },
  entry: {
    exported: EXPORTED.entries,
    projectId: entries.projectId,
    key: [entries.id],
    bytesOfParts: BYTES_OF_ENTRY_PARTS,
  },
  revision: {
    exported: { table: revisions, line: revisionLine },
    projectId: revisions.projectId,
    key: [revisions.entryId, revisions.number],
    where: IS_EARLIER,
  },
  evidence: {
    exported: EXPORTED.evidence,
    projectId: evidence.projectId,
    key: [evidence.entryId, evidence.evidenceId],
  },
  trace: {
    exported: EXPORTED.traces,
    projectId: traces.projectId,
    key: [traces.id],
    bytesOfParts: BYTES_OF_RETRIEVALS,
  },
  stats: {
    exported: EXPORTED.hourlyStats,
    projectId: hourlyStats.projectId,
    key: [hourlyStats.hour, hourlyStats.memoryId, hourlyStats.agentId],
  },
};

/** The rows of a part of a line, in the order in which the line has them, with the id of the line's object. */
type ExportedRows = {
  exported: Exported;
  projectId: PgColumn;
  parent: PgColumn;
  order: readonly PgColumn[];
  space?: PgColumn;
  where?: SQL;
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
    where: IS_NEWEST,
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
function columnsOf({ table, line }: Exported): Record<string, PgColumn> {
  const columns: Record<string, PgColumn> = getTableColumns(table as PgTable);
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
  const { exported, projectId: column, where } = SOURCES[kind];
  const rows = await db
    .select({ total: count() })
    .from(exported.table as PgTable)
    .where(and(eq(column, projectId), where));
  return rows[0]?.total ?? 0;
}

type Key = readonly unknown[];

/** The project and the kind of the rows to read. */
type PageSource = { projectId: string; kind: LineKind };

/** The rows of a kind in the order of their keys, in pages. A page has about `PAGE_BYTES`, or one row. */
export async function* selectPages(db: Database, of: PageSource): AsyncGenerator<Row[]> {
  let after: Key | null = null;
  for (;;) {
    const sizes = await selectSizes(db, of, after);
    if (sizes.length === 0) return;
    for (const last of lastOfPages(sizes)) {
      yield await selectRows(db, of, { after, last });
      after = last;
    }
  }
}

type RowSize = { key: Key; bytes: number };

/**
 * The sizes of the rows after a key, as texts. The stored size of a column is not used, because PostgreSQL compresses
 * long values: in this process, a page can be a hundred times as large as it is stored.
 */
async function selectSizes(
  db: Database,
  { projectId, kind }: PageSource,
  after: Key | null,
): Promise<RowSize[]> {
  const source = SOURCES[kind];
  const { exported, key, bytesOfParts = sql`0` } = source;
  const columns = Object.values(columnsOf(exported));
  const bytes = columns.map((one) => sql`coalesce(octet_length(${one}::text), 0)`);
  const rows: Row[] = await db
    .select({
      ...Object.fromEntries(key.map((one, i) => [`key${i}`, one])),
      bytes: sql<number>`(${sql.join([bytesOfParts, ...bytes], sql` + `)})::float8`,
    })
    .from(exported.table as PgTable)
    .where(isOfSource(source, projectId, { after }))
    .orderBy(...key.map((one) => asc(one)))
    .limit(PAGE_ROWS);
  return rows.map((row) => ({ key: key.map((_, i) => row[`key${i}`]), bytes: Number(row.bytes) }));
}

/** The last key of each page. */
function lastOfPages(sizes: readonly RowSize[]): Key[] {
  let total = 0;
  const ends = sizes.filter(({ bytes }, i) => {
    total += bytes;
    const next = sizes[i + 1];
    if (next !== undefined && total + next.bytes <= PAGE_BYTES) return false;
    total = 0;
    return true;
  });
  return ends.map(({ key }) => key);
}

function selectRows(
  db: Database,
  { projectId, kind }: PageSource,
  bounds: { after: Key | null; last: Key },
): Promise<Row[]> {
  const source = SOURCES[kind];
  return db
    .select(columnsOf(source.exported))
    .from(source.exported.table as PgTable)
    .where(isOfSource(source, projectId, bounds))
    .orderBy(...source.key.map((one) => asc(one)));
}

function isOfSource(
  { projectId: column, key, where }: ExportSource,
  projectId: string,
  { after, last }: { after: Key | null; last?: Key },
): SQL | undefined {
  return and(
    eq(column, projectId),
    where,
    after === null ? undefined : compared(key, '>', after),
    last === undefined ? undefined : compared(key, '<=', last),
  );
}

function compared(key: readonly PgColumn[], operator: '>' | '<=', values: Key): SQL {
  const columns = sql.join([...key], sql`, `);
  const bounds = sql.join(
    key.map((column, i) => sql`${sql.param(values[i], column)}`),
    sql`, `,
  );
  return sql`(${columns}) ${sql.raw(operator)} (${bounds})`;
}

/** The rows of a part of lines, by the id of the object of the line. */
export async function selectParts(
  db: Database,
  projectId: string,
  { part, ids, space }: { part: PartName; ids: string[]; space: Space },
): Promise<Map<string, Row[]>> {
  const { exported, projectId: column, parent, order, ...only }: ExportedRows = PARTS[part];
  const rows: Row[] = await db
    .select({ ...columnsOf(exported), parentId: parent })
    .from(exported.table as PgTable)
    .where(
      and(
        eq(column, projectId),
        isAmong(parent, ids),
        only.space ? eq(only.space, spaceName(space)) : undefined,
        only.where,
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
