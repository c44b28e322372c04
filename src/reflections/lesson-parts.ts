import type { EntryRow } from '../db/rows.ts';
import { contentOf } from '../entries/statements.ts';

/** The parts of a lesson that tell more than its text, with their titles. */
export function lessonParts(
  entry: Pick<EntryRow, 'lesson' | 'statements'>,
): { title: string; text: string }[] {
  const { lesson } = entry;
  if (lesson === null) return [];
  const said = plain(contentOf(entry));
  return [
    { title: 'Key mistake', text: lesson.keyMistake.trim() },
    { title: 'Correct action', text: lesson.correctAction.trim() },
  ].filter(({ text }) => text !== '' && !said.includes(plain(text)));
}

/** The text in a form that ignores case, the kind and number of blanks, and the final full stop. */
function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
