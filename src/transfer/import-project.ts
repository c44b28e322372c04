import { z } from 'zod';
import type { App } from '../app.ts';
import { isSameSpace, type Space } from '../db/embedding-space.ts';
import { breaksUnique, isRepeatedRow } from '../db/failures.ts';
import { badInput } from '../errors.ts';
import { checkInput } from '../input.ts';
import { updateProject } from '../projects/projects.ts';
import { OutdatedError, retryOutdated } from '../projects/retry-outdated.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { type EndLine, endLine, type Header, headerLine } from './file-format.ts';
import { importAgents, importMemories } from './import-containers.ts';
import { importEntries, importRevisions } from './import-entries.ts';
import { importEvidence, importStats } from './import-links.ts';
import { isEmptyProject } from './import-queries.ts';
import { importTraces } from './import-traces.ts';
import { LINE_KINDS, LINES, type LineKind } from './lines.ts';
import { LINES_OF_VERSION_1 } from './lines-of-version-1.ts';
import { resumeJobs } from './resume-jobs.ts';
import type { Row } from './tables.ts';

/** An object whose name `from` was taken in the project, and that got the name `to`. */
export type Renamed = { kind: LineKind; id: string; from: string; to: string };

/**
 * The result of an import, with the numbers of lines by kind. `existing` counts lines whose objects the project already
 * has; they are not changed. `leftOut` counts lines that do not fit the entries of the project: links whose entries it
 * lacks, and revisions of entries that it lacks or has in an earlier revision.
 */
export type ImportReport = {
  imported: Record<LineKind, number>;
  existing: Record<LineKind, number>;
  leftOut: Record<LineKind, number>;
  renamed: Renamed[];
  /** True if the part had the last line of the file. */
  isComplete: boolean;
  /**
   * The number of lines that are missing in the file. The last line of a file says how many lines it should have.
   * Negative if there are more; null if the part does not have the last line.
   */
  missingLines: number | null;
};

/** The outcome of the lines of one kind. */
export type ImportOutcome = { imported: number; leftOut?: number; renamed?: Renamed[] };

/** Lines of one kind to import. `hasVectors` is true if the file has vectors in the project's space. */
export type ImportBatch = { lines: readonly Row[]; hasVectors: boolean; space: Space };

type ImportLines = (app: App, caller: Caller, batch: ImportBatch) => Promise<ImportOutcome>;

const IMPORT_BY_KIND: Readonly<Record<LineKind, ImportLines>> = {
  agent: importAgents,
  memory: importMemories,
  entry: importEntries,
  revision: importRevisions,
  evidence: importEvidence,
  trace: importTraces,
  stats: importStats,
};

/** The schemas of the lines by the version of the file. */
const LINES_BY_VERSION = { 1: LINES_OF_VERSION_1, 2: LINES } as const;

/** Maximum number of lines of one kind that are stored in one transaction. */
const BATCH_LINES = 200;

/** A batch ends after this number of characters, because checking and storing it occupies the process. */
const BATCH_CHARACTERS = 512 * 1024;

/**
 * Imports a file, or a part of one that begins with the header of the file (docs/import-export.md). Each batch of lines
 * is one transaction, which stores the objects that the project does not have yet. So an import can be interrupted at
 * any point and repeated. `firstLine` is the line number, in the whole file, of the line after the header. It is needed
 * for error messages and for `missingLines`.
 * @throws BAD_USER_INPUT, QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE; earlier batches remain stored
 */
export async function importPart(
  app: App,
  caller: Caller,
  { text, firstLine = 2 }: { text: string; firstLine?: number },
): Promise<ImportReport> {
  const [first = '', ...rest] = text.trim().split('\n');
  const header = checkHeader(first);
  await takeSettings(app, caller, header);
  const none = () => Object.fromEntries(LINE_KINDS.map((kind) => [kind, 0]));
  const report = {
    imported: none(),
    existing: none(),
    leftOut: none(),
    renamed: [],
    isComplete: false,
    missingLines: null,
  } as unknown as ImportReport;
  // The number of lines before the next one. Blank lines of this part do not count.
  let linesBefore = firstLine - 1;
  for (let at = 0; at < rest.length; ) {
    const place = firstLine + at;
    const { kind, lines, length } = readBatch(rest, { at, firstLine, version: header.version });
    at += length;
    if (kind === 'end') {
      await resumeJobs(app, caller);
      const [last] = lines as EndLine[];
      report.isComplete = true;
      report.missingLines = (last?.end.lines ?? linesBefore) - linesBefore;
      continue;
    }
    linesBefore += lines.length;
    const {
      imported,
      leftOut = 0,
      renamed = [],
    } = await retryOutdated(app, caller.project, (project) => {
      const space = spaceOf(project);
      const hasVectors = header.vectors && isSameSpace(space, header.space);
      const batch = { lines, hasVectors, space };
      return IMPORT_BY_KIND[kind](app, { ...caller, project }, batch).catch((error: unknown) => {
        // Another caller has taken a name since it was looked up. The next attempt chooses a free one.
        const isName = breaksUnique(error, 'memories_name') || breaksUnique(error, 'agents_name');
        throw isName ? new OutdatedError() : error;
      });
    }).catch((error: unknown) => {
      if (!isRepeatedRow(error)) throw error;
      throw badInput(`lines ${place} to ${place + length - 1}`, 'contain a row twice');
    });
    report.imported[kind] += imported;
    report.existing[kind] += lines.length - imported - leftOut;
    report.leftOut[kind] += leftOut;
    report.renamed.push(...renamed);
  }
  return report;
}

/** Parses the header of a file. @throws BAD_USER_INPUT if it is no export file, or one of an unknown version */
export function checkHeader(line: string): Header {
  const value = parsed(line, 'line 1');
  const { format, version } = z
    .looseObject({ format: z.unknown(), version: z.unknown() })
    .catch({
      format: null,
      version: null,
    })
    .parse(value);
  if (format !== headerLine.shape.format.value) {
    throw badInput('line 1', 'is not the header of an export of Lorebase');
  }
  if (!headerLine.shape.version.safeParse(version).success) {
    throw badInput(
      'line 1',
      `version ${String(version)} of the format is not known to this server`,
    );
  }
  return checkInput(headerLine, value, 'line 1');
}

/**
 * Parses the line at `at` and the following lines of its kind: at most `BATCH_LINES`, and no more after
 * `BATCH_CHARACTERS`. @throws BAD_USER_INPUT
 */
function readBatch(
  texts: readonly string[],
  { at, firstLine, version }: { at: number; firstLine: number; version: Header['version'] },
) {
  const lines: Row[] = [];
  let kind: LineKind | 'end' | null = null;
  let characters = 0;
  let next = at;
  const isFull = () => lines.length === BATCH_LINES || characters >= BATCH_CHARACTERS;
  for (; next < texts.length && !isFull(); next += 1) {
    const text = texts[next] ?? '';
    if (text.trim() === '') continue;
    characters += text.length;
    const place = `line ${firstLine + next}`;
    const value = parsed(text, place);
    const [name = '', ...others] = Object.keys(Object(value));
    if (kind !== null && name !== kind) break;
    kind = kindOf(name, others.length, place);
    if (kind === 'end') lines.push(checkInput(endLine, value, place));
    else
      lines.push(
        checkInput<Row>(LINES_BY_VERSION[version][kind], (value as Row)[kind], `${place}: ${kind}`),
      );
  }
  return { kind: kind ?? 'end', lines, length: next - at } as const;
}

function kindOf(name: string, others: number, place: string): LineKind | 'end' {
  const kind = LINE_KINDS.find((known) => known === name) ?? (name === 'end' ? name : null);
  if (kind !== null && others === 0) return kind;
  const known = [...LINE_KINDS, 'end'].join(', ');
  throw badInput(place, `must be an object with one of the keys ${known}`);
}

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw badInput(place, 'is not JSON');
  }
}

/** Gives an empty project the settings of the file. A project with content keeps its own. */
async function takeSettings(app: App, caller: Caller, { project }: Header): Promise<void> {
  if (!(await isEmptyProject(app.db, caller.project.id))) return;
  const { streamSettings: stream, ...settings } = project.settings;
  const input = { settings: { ...settings, stream } };
  await updateProject(app, caller, input, { permitsAnyOrder: true });
}
