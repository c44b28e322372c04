import { createHash, randomUUID } from 'node:crypto';
import { counted } from '../counted.ts';
import type { Program } from '../importers/readers.ts';
import { tryParseJson } from '../input.ts';
import { FORMAT, type Header } from '../transfer/file-format.ts';
import { checkHeader, type ImportReport } from '../transfer/import-project.ts';
import { LINE_KINDS, type LineKind } from '../transfer/lines.ts';
import { importForeign } from './import-foreign.ts';
import { startProgress } from './progress.ts';
import { openLines } from './read-lines.ts';
import { GraphQLAnswerError, graphql, request, type Target } from './requests.ts';
import { withServer } from './with-server.ts';

/** Size of a part, which the server imports before it gets the next one, and its lines at most. */
const PART_CHARACTERS = 4 * 1024 * 1024;
const PART_LINES = 400;

type ImportOptions = { project?: string; new?: string | true };
type ImportFileOptions = ImportOptions & { from?: Program; memory?: string; extract?: boolean };

/** Imports a file of `lorebase export`, or with `--from` one of another program. */
export function importAny(file: string, options: ImportFileOptions): Promise<void> {
  const { from, memory, new: isNew, ...others } = options;
  if (from === undefined) {
    if (memory !== undefined || options.extract)
      throw new Error('--memory and --extract need --from.');
    return importFile(file, options);
  }
  if (memory === undefined) throw new Error('--from needs --memory, the name of a memory.');
  if (isNew !== undefined) throw new Error('--new is for files of `lorebase export`.');
  return importForeign(file, { ...others, from, memory });
}

/** Imports an export file into a project. */
function importFile(file: string, options: ImportOptions): Promise<void> {
  return withServer(options.project, async (target) => {
    const { lines, share } = await openLines(file);
    const first = await lines.next();
    if (first.done) throw new Error(`The file ${file} is empty.`);
    const headerText = first.value;
    if (Object(tryParseJson(headerText)).format !== FORMAT) {
      throw new Error(
        `${file} is not a file of \`lorebase export\`. For a file of another program, give --from and --memory.`,
      );
    }
    const header = checkHeader(headerText);
    const into = options.new === undefined ? target : await newProject(target, header, options.new);
    const progress = startProgress();
    const total = Object.values(header.counts).reduce((sum, one) => sum + one, 0);
    const state: Totals = {
      done: 0,
      blank: 0,
      missing: 0,
      imported: {},
      existing: {},
      leftOut: {},
      renamed: [],
    };
    const send = async (part: string[]) => {
      const report = await sendPart(into, [headerText, ...part].join('\n'), state.done + 2);
      add(state, report, part);
      progress.show(share(), `${state.done} of ${total} lines`);
      return report.isComplete;
    };
    try {
      const isComplete = await inParts(lines, send);
      if (!isComplete) throw new Error(incomplete(state.done));
    } finally {
      progress.end();
    }
    console.log(summaryOf(state));
    if (state.missing > 0) throw new Error(missingLines(state, header));
  });
}

/** The number of lines of each kind. A kind that is omitted has none. */
type LineCounts = Partial<Record<LineKind, number>>;

type Totals = {
  /** The number of lines that were sent. */
  done: number;
  /** How many of the lines that were sent are blank. */
  blank: number;
  /** The number of lines that are missing in the file. */
  missing: number;
  imported: LineCounts;
  existing: LineCounts;
  leftOut: LineCounts;
  renamed: ImportReport['renamed'];
};

/** Sends the lines in parts, one after another. Returns whether the last part was the end of the file. */
async function inParts(
  lines: AsyncGenerator<string>,
  send: (part: string[]) => Promise<boolean>,
): Promise<boolean> {
  let part: string[] = [];
  let characters = 0;
  let isComplete = false;
  for await (const line of lines) {
    const isFull = characters + line.length > PART_CHARACTERS || part.length === PART_LINES;
    if (isFull && part.length > 0) {
      isComplete = await send(part);
      part = [];
      characters = 0;
    }
    part.push(line);
    characters += line.length;
  }
  // Blank lines count, but not those at the end of the file.
  part.splice(part.findLastIndex((line) => line.trim() !== '') + 1);
  // A file that is cut off mostly ends within a line.
  const isCut = part.length > 0 && tryParseJson(part.at(-1) ?? '') === undefined;
  if (isCut) part.pop();
  if (part.length > 0) isComplete = await send(part);
  return isComplete && !isCut;
}

async function sendPart(target: Target, body: string, firstLine: number): Promise<ImportReport> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const path = `/import?firstLine=${firstLine}`;
  const response = await request(target, path, { method: 'POST', headers, body });
  return (await response.json()) as ImportReport;
}

function add(totals: Totals, report: ImportReport, part: readonly string[]): void {
  // The server counts the blank lines of earlier parts as lines with content.
  if (report.missingLines !== null) totals.missing = report.missingLines + totals.blank;
  totals.done += part.length;
  totals.blank += part.filter((line) => line.trim() === '').length;
  for (const name of ['imported', 'existing', 'leftOut'] as const) {
    for (const [kind, count] of Object.entries(report[name]) as [LineKind, number][]) {
      totals[name][kind] = (totals[name][kind] ?? 0) + count;
    }
  }
  totals.renamed.push(...report.renamed);
}

/**
 * A new project with the model of the file, and its name unless another is given. Repeated for the same file and name,
 * it is the same project, unless that has been deleted.
 */
async function newProject(target: Target, header: Header, given: string | true): Promise<Target> {
  const { project, space, exportedAt } = header;
  const name = given === true ? project.name : given;
  const settings = { embeddingModel: space.model, embeddingDimensions: space.dimensions };
  const digest = createHash('sha256')
    .update(JSON.stringify([project.id, exportedAt, name]))
    .digest('base64url');
  const input = { name, settings, idempotencyKey: `import ${digest}` };
  const id = await createProject(target, input).catch((error: unknown) => {
    const isDeleted = error instanceof GraphQLAnswerError && error.code === 'NOT_FOUND';
    if (!isDeleted) throw error;
    return createProject(target, { ...input, idempotencyKey: `import ${randomUUID()}` });
  });
  console.error(`Importing into the new project ${id}.`);
  return { ...target, project: id };
}

async function createProject(target: Target, input: Record<string, unknown>): Promise<string> {
  const query =
    'mutation ($input: CreateProjectInput!) { createProject(input: $input) { project { id } } }';
  const data = await graphql<{ createProject: { project: { id: string } } }>(target, query, {
    input,
  });
  return data.createProject.project.id;
}

const NOUNS: Readonly<Record<LineKind, readonly [one: string, many: string]>> = {
  agent: ['agent', 'agents'],
  memory: ['memory', 'memories'],
  entry: ['entry', 'entries'],
  revision: ['earlier revision', 'earlier revisions'],
  evidence: ['piece of evidence', 'pieces of evidence'],
  trace: ['trace', 'traces'],
  stats: ['hour of statistics', 'hours of statistics'],
};

function summaryOf({ imported, existing, leftOut, renamed }: Totals): string {
  const counts = LINE_KINDS.map((kind) => {
    const others = [
      existing[kind] && `${counted(existing[kind], 'was', 'were')} there already`,
      leftOut[kind] && `${counted(leftOut[kind], 'was', 'were')} left out`,
    ].filter(Boolean);
    const there = others.length > 0 ? ` (${others.join(', ')})` : '';
    return `${counted(imported[kind] ?? 0, ...NOUNS[kind])}${there}`;
  });
  const names = renamed.map(
    ({ kind, from, to }) =>
      `The name of the ${kind} ${JSON.stringify(from)} is taken: it is now ${JSON.stringify(to)}.`,
  );
  const reason = Object.values(leftOut).some(Boolean)
    ? ['The project lacks the entries of the lines left out, or has them in an earlier revision.']
    : [];
  return [`Imported ${counts.join(', ')}.`, ...reason, ...names].join('\n');
}

function missingLines({ missing, ...found }: Totals, { counts }: Header): string {
  const parts = LINE_KINDS.flatMap((kind) => {
    const { imported, existing, leftOut } = found;
    const sum = (imported[kind] ?? 0) + (existing[kind] ?? 0) + (leftOut[kind] ?? 0);
    return sum < counts[kind] ? [counted(counts[kind] - sum, ...NOUNS[kind])] : [];
  });
  const which = parts.length > 0 ? `: ${parts.join(', ')}` : '';
  return (
    `${counted(missing, 'line is', 'lines are')} missing in the file${which}. What it has is imported; ` +
    'import the whole file to add the rest.'
  );
}

function incomplete(lines: number): string {
  return (
    `The file ends after ${lines} lines without its last line: it was cut off. What it has is imported; ` +
    'import the whole file to add the rest.'
  );
}
