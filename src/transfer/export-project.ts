import type { Database } from '../db/database.ts';
import { countMigrations } from '../db/migrate.ts';
import type { ProjectRow } from '../db/rows.ts';
import { requireFound } from '../errors.ts';
import { encodeVector } from '../models/encode-vector.ts';
import { spaceOf } from '../projects/settings.ts';
import { findReflectionJobs } from '../traces/traces.ts';
import { VERSION } from '../version.ts';
import {
  countRows,
  type PartName,
  selectPages,
  selectParts,
  selectProject,
} from './export-queries.ts';
import { endLine, FORMAT, FORMAT_VERSION, type Header } from './file-format.ts';
import { LINE_KINDS, LINES, type LineKind } from './lines.ts';
import type { Row } from './tables.ts';

export type ExportOptions = { withVectors: boolean; now: Date };

/**
 * Exports all data of a project as lines of JSON (docs/import-export.md). Each text has one or more whole lines. `db`
 * must be a snapshot. Only one page of rows is in memory, whatever the size of the project.
 */
export async function* projectTexts(
  db: Database,
  projectId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  // The project is read in the snapshot of its rows, since its embedding model can change at any time.
  const found = requireFound(await selectProject(db, projectId), 'project', projectId);
  const { project } = found;
  yield textOf(await headerOf(db, found, options));
  let lines = 1;
  for (const kind of LINE_KINDS) {
    for await (const page of selectPages(db, { projectId: project.id, kind })) {
      const rows = await withParts(db, project, { kind, rows: page, options });
      yield rows.map((row) => textOf({ [kind]: row })).join('');
      lines += rows.length;
    }
  }
  yield textOf(endLine.parse({ end: { lines } }));
}

function textOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

async function headerOf(
  db: Database,
  { project, settings }: { project: ProjectRow; settings: Row },
  { withVectors, now }: ExportOptions,
): Promise<Header> {
  const counts: Record<string, number> = {};
  for (const kind of LINE_KINDS) counts[kind] = await countRows(db, project.id, kind);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    server: VERSION,
    schema: countMigrations(),
    exportedAt: now.toISOString(),
    // The rows are written unchecked; the import checks them.
    project: {
      id: project.id,
      name: project.name,
      settings: settings as Header['project']['settings'],
    },
    space: spaceOf(project),
    vectors: withVectors,
    counts: counts as Header['counts'],
  };
}

/** The parts of the lines of each kind. The parts in `VECTORS` are only written to a file with vectors. */
const PARTS_OF: Partial<Record<LineKind, readonly PartName[]>> = {
  memory: ['cycles'],
  entry: ['revisions', 'utilityChanges', 'chunks'],
  trace: ['retrievals', 'vectors'],
};

const VECTORS: readonly PartName[] = ['chunks', 'vectors'];

/**
 * The parts that grow without a limit, each with a test for rows of the past. A line contains at most the newest
 * `MAX_PAST_BYTES` of such rows, so that it is small enough for an import.
 */
const PAST_OF: Partial<Record<PartName, (row: Row) => boolean>> = {
  utilityChanges: () => true,
  chunks: ({ knownUntil }) => knownUntil !== null,
};

export const MAX_PAST_BYTES = 4 * 1024 * 1024;

/** Adds the parts of the rows, with the keys in the order of the line. */
async function withParts(
  db: Database,
  project: ProjectRow,
  { kind, rows, options }: { kind: LineKind; rows: Row[]; options: ExportOptions },
): Promise<Row[]> {
  const names = (PARTS_OF[kind] ?? []).filter(
    (name) => options.withVectors || !VECTORS.includes(name),
  );
  const ids = rows.map(({ id }) => String(id));
  const space = spaceOf(project);
  const parts = new Map<PartName, Map<string, Row[]>>();
  for (const part of names) {
    parts.set(part, await selectParts(db, project.id, { part, ids, space }));
  }
  const reflections = kind === 'trace' ? await findReflectionJobs({ db }, project.id, ids) : null;
  const order = Object.keys(LINES[kind].shape);
  return rows.map((row) => {
    const id = String(row.id);
    const line: Row = { ...row };
    const { status } = reflections?.get(id) ?? {};
    if (status === 'QUEUED' || status === 'RUNNING') line.isReflectionPending = true;
    for (const name of names) {
      const own = withinLine((parts.get(name)?.get(id) ?? []).map(withText), PAST_OF[name]);
      if (name === 'vectors') Object.assign(line, own[0]);
      else line[name] = own;
    }
    return Object.fromEntries(order.flatMap((key) => (key in line ? [[key, line[key]]] : [])));
  });
}

function withText(row: Row): Row {
  return Array.isArray(row.embedding) ? { ...row, embedding: encodeVector(row.embedding) } : row;
}

/** The rows of a part, oldest first, without the oldest rows of the past that exceed `MAX_PAST_BYTES`. */
function withinLine(rows: Row[], isPast?: (row: Row) => boolean): Row[] {
  if (isPast === undefined) return rows;
  let bytes = 0;
  const kept = rows.toReversed().filter((row) => {
    if (!isPast(row)) return true;
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes <= MAX_PAST_BYTES;
  });
  return kept.reverse();
}
