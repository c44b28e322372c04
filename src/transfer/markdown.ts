import type { Line } from './lines.ts';

/** Writes memories and entries as readable Markdown. Its input is the JSON of export lines, with times as text. */

type Json<Value> = Value extends Date
  ? string
  : Value extends (infer Item)[]
    ? Json<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Json<Value[Key]> }
      : Value;

export type MemoryJson = Json<Line<'memory'>>;
export type EntryJson = Json<Line<'entry'>>;

/** The beginning of the file of a memory. */
export function memoryHeading({ name, description, tags }: MemoryJson): string {
  const parts = [`# ${inline(name)}`, description?.trim() && quoted(description)];
  if (tags.length > 0) parts.push(`Tags: ${tags.map((tag) => `\`${tag}\``).join(', ')}`);
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The section of an entry: its kind and day, its statements, oldest first, and its lesson. */
export function entrySection(entry: EntryJson): string {
  const { kind, statements, lesson, supersededBy, utility, reviewCount, metadata } = entry;
  const day = (entry.occurredAt ?? entry.lastStatedAt).slice(0, 10);
  const details = [
    ...(supersededBy ? [`replaced by ${supersededBy}`] : []),
    ...(reviewCount > 0 ? [`utility ${utility.toFixed(2)} after ${reviewCount} reviews`] : []),
    ...Object.entries(metadata).map(([key, value]) => `${key}: ${inline(JSON.stringify(value))}`),
  ];
  const said = statements.map(({ text, context }) =>
    [context && `*${inline(context)}*`, escaped(text)].filter(Boolean).join('\n\n'),
  );
  const learned = lesson
    ? [
        `Task: ${inline(lesson.task)}`,
        lesson.keyMistake && `Mistake: ${inline(lesson.keyMistake)}`,
        lesson.correctAction && `Instead: ${inline(lesson.correctAction)}`,
        lesson.guidance && `Guidance: ${inline(lesson.guidance)}`,
      ].filter(Boolean)
    : [];
  const lines = [...learned, ...details].map((line) => `- ${line}`).join('\n');
  return [`\n## ${day} ${kind} <!-- ${entry.id} -->`, ...said, ...(lines ? [lines] : [])]
    .join('\n\n')
    .concat('\n');
}

/** A text on one line. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function quoted(text: string): string {
  return text.trim().replaceAll(/^/gm, '> ');
}

/** The text with a backslash before each line that Markdown would read as a heading. */
function escaped(text: string): string {
  return text.replaceAll(/^( {0,3})(#{1,6}\s|={3,}\s*$|-{3,}\s*$)/gm, '$1\\$2');
}

/** File systems permit names of 255 bytes; the rest is for the ending and the number of a part. */
const MAX_NAME_BYTES = 200;

/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Characters that some systems do not permit in file names, and characters that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Cs}\\/:*?"<>|\u202a-\u202e]/gu;

/** The name as a file name that every system accepts, without its ending. It is never empty, hidden or a path. */
export function fileNameOf(name: string): string {
  let bytes = 0;
  const safe = [...name.normalize('NFC').replaceAll(UNSAFE, '-')]
    .filter((character) => {
      bytes += Buffer.byteLength(character);
      return bytes <= MAX_NAME_BYTES;
    })
    .join('')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  if (safe === '') return 'memory';
  return RESERVED.test(safe) ? `_${safe}` : safe;
}
