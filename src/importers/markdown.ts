import { counted } from '../counted.ts';
import { type Foreign, foreignOf, timeOf } from './foreign-text.ts';

type Section = { headings: string[]; lines: string[] };

/** Maximum length of a text. A longer section is divided between paragraphs, so that each text is about one thing. */
export const MAX_SECTION_CHARACTERS = 2000;

/**
 * Reads a Markdown file as the sections under its headings. The headings above a section are its context. A line in a
 * code block is not a heading. A date in the front matter is the time of all sections; its other keys are left out.
 */
export function fromMarkdown(text: string, path: string): Foreign {
  const { body, date, isMore } = withoutFrontMatter(plain(text));
  const { texts, leftOut } = readSections(body, { from: 'markdown', path, date });
  return { texts, leftOut: [...leftOut, ...(isMore ? [`the front matter of ${path}`] : [])] };
}

/** Reads plain text as the sections under the lines that have the form of a Markdown heading. */
export function fromText(text: string, path: string): Foreign {
  return readSections(plain(text), { from: 'text', path });
}

function plain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
}

function readSections(
  body: string,
  { from, path, date }: { from: 'markdown' | 'text'; path: string; date?: string | undefined },
): Foreign {
  const sections = sectionsOf(body);
  const written = sections.filter(hasText);
  const lost = lostHeadings(sections);
  const records = written.flatMap(({ headings, lines }) =>
    paragraphsOf(lines.join('\n')).map((content) => ({
      from,
      content,
      context: headings.join(' > '),
      metadata: { file: path, heading: headings.at(-1) },
      occurredAt: date,
    })),
  );
  return foreignOf(
    records,
    lost > 0 ? [`${counted(lost, 'heading')} without text in ${path}`] : [],
  );
}

function hasText({ lines }: Section): boolean {
  return lines.some((line) => line.trim() !== '');
}

/** The number of headings that have no text, and no text under their subheadings. */
function lostHeadings(sections: readonly Section[]): number {
  const paths = sections
    .filter(hasText)
    .flatMap(({ headings }) => headings.map((_, i) => JSON.stringify(headings.slice(0, i + 1))));
  const kept = new Set(paths);
  return sections.filter(
    ({ headings }) => headings.length > 0 && !kept.has(JSON.stringify(headings)),
  ).length;
}

/** A line of front matter: a key, an item, a comment, the end of a list or an object, or indented or blank. */
const YAML_LINE = /^(?:["']?[\w .-]+["']?:(?:\s.*)?|-(?:\s.*)?|#.*|[\]}].*|\s.*|)$/;

const DATE = /^(?:date|created|updated):\s*["']?([^"'\n]+?)["']?\s*$/;

/**
 * Separates the front matter from the text. Lines between two lines of hyphens are front matter only if each has the
 * form of YAML. `isMore` is true if the front matter has anything but readable dates, which is then left out.
 */
function withoutFrontMatter(text: string) {
  const matter = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text);
  const lines = (matter?.[1] ?? '').split('\n');
  if (matter === null || !lines.every((line) => YAML_LINE.test(line))) {
    return { body: text, date: undefined, isMore: false };
  }
  const dates = lines.flatMap((line) => dateIn(line) ?? []);
  const isMore = lines.some((line) => line.trim() !== '' && dateIn(line) === null);
  return { body: text.slice(matter[0].length), date: dates[0], isMore };
}

/** The date in a line of front matter; null if the line has no date that can be read. */
function dateIn(line: string): string | null {
  return timeOf(DATE.exec(line)?.[1]);
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ headings: [], lines: [] }];
  const path: (string | undefined)[] = [];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    // A line that begins with three backticks and has another one later is a span of code, and opens no block.
    const mark = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
    if (mark && (fence === null || (mark.startsWith(fence) && line.trim() === mark))) {
      fence = fence === null ? mark : null;
    }
    const heading = fence === null ? /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/.exec(line) : null;
    if (heading === null) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const level = heading[1]?.length ?? 1;
    path.length = level - 1;
    path[level - 1] = heading[2];
    sections.push({ headings: path.flatMap((title) => title ?? []), lines: [] });
  }
  return sections;
}

/** The paragraphs of a text, joined to texts of at most `MAX_SECTION_CHARACTERS` where they fit. */
function paragraphsOf(text: string): string[] {
  if (text.length <= MAX_SECTION_CHARACTERS) return [text.trim()];
  const joined: string[] = [];
  for (const paragraph of text.split(/\n\s*\n/)) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + paragraph.length + 2 <= MAX_SECTION_CHARACTERS) {
      joined[joined.length - 1] = `${last}\n\n${paragraph}`;
    } else joined.push(paragraph);
  }
  return joined.map((part) => part.trim()).filter((part) => part !== '');
}
