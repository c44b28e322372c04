import { noOutcome, type Outcome, type Progress } from './outcome.ts';
import { type Access, request } from './requests.ts';

/** Lines and characters of one request, which the server imports before it gets the next. */
const PART_LINES = 400;
const PART_CHARACTERS = 4 * 1024 * 1024;

type Counts = Record<string, number>;
type Report = {
  imported: Counts;
  existing: Counts;
  leftOut: Counts;
  renamed: { kind: string; from: string; to: string }[];
  isComplete: boolean;
  missingLines: number | null;
};

/** Imports a file of `lorebase export` part by part. Stored parts remain if the import is cancelled or fails. */
export async function importExportFile(
  access: Access,
  file: File,
  onProgress: (progress: Progress) => void,
): Promise<Outcome> {
  const lines = linesOf(file);
  const header = (await lines.next()).value ?? '';
  const total = countLines(header);
  const outcome = noOutcome();
  let done = 0;
  let isComplete = false;
  let missing = 0;
  let leftOut = 0;
  const send = async (part: string[]) => {
    const body = [header, ...part].join('\n');
    const response = await request(access, `/import?firstLine=${done + 2}`, {
      method: 'POST',
      body,
    });
    const report = (await response.json()) as Report;
    add(outcome, report);
    done += part.length;
    isComplete = report.isComplete;
    missing = report.missingLines ?? missing;
    leftOut += sum(report.leftOut);
    // The last line of the file is not counted among the lines of any kind.
    onProgress({ done: Math.min(done, total), total, unit: 'line', outcome });
  };
  onProgress({ done, total, unit: 'line', outcome });
  let part: string[] = [];
  let characters = 0;
  for await (const line of lines) {
    if (part.length === PART_LINES || characters + line.length > PART_CHARACTERS) {
      if (part.length > 0) await send(part);
      part = [];
      characters = 0;
    }
    part.push(line);
    characters += line.length;
  }
  if (part.length > 0) await send(part);
  if (!isComplete) {
    outcome.notes.push(
      'The file ends without its last line: it was cut off. What it has is imported; import the whole file to add the rest.',
    );
  }
  if (leftOut > 0) {
    outcome.notes.push(
      `Left out: ${leftOut} revisions or pieces of evidence whose entry the project lacks or has in an earlier revision.`,
    );
  }
  if (missing > 0) {
    outcome.notes.push(
      `Lines are missing in the file: ${missing}. What it has is imported; import the whole file to add the rest.`,
    );
  }
  return outcome;
}

function countLines(header: string): number {
  try {
    const { counts } = JSON.parse(header) as { counts: Counts };
    return sum(counts);
  } catch {
    throw new Error('The first line of the file is not the header of an export of Lorebase.');
  }
}

function sum(counts: Counts): number {
  return Object.values(counts).reduce((all, one) => all + one, 0);
}

function add(outcome: Outcome, { imported, existing, renamed }: Report): void {
  outcome.created += sum(imported);
  outcome.skipped += sum(existing);
  for (const [kind, count] of Object.entries(imported)) {
    outcome.kinds[kind] = (outcome.kinds[kind] ?? 0) + count;
  }
  for (const { kind, from, to } of renamed) {
    outcome.notes.push(`The name of the ${kind} “${from}” is taken: it is now “${to}”.`);
  }
}

/** The lines of a file, unpacked if its name ends in .gz. Only a part of it is in memory. */
async function* linesOf(file: File): AsyncGenerator<string, undefined> {
  const isPacked = /\.gz$/i.test(file.name);
  const bytes = isPacked
    ? file.stream().pipeThrough(new DecompressionStream('gzip'))
    : file.stream();
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const pieces = (rest + value).split('\n');
    rest = pieces.pop() ?? '';
    for (const line of pieces) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
  return undefined;
}
