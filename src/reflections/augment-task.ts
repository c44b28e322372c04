import type { EntryRow } from '../db/rows.ts';
import type { Lesson } from '../db/tables/entries.ts';
import { contentOf } from '../entries/statements.ts';
import { lessonParts } from './lesson-parts.ts';

/** The sections in their order, each with the result of the runs that its lessons come from. */
const SECTIONS: readonly { title: string; outcome: Lesson['outcome'] }[] = [
  { title: 'Successful memories:', outcome: 'PASS' },
  { title: 'Failed memories:', outcome: 'FAIL' },
  { title: 'Other memories:', outcome: null },
];

/** The beginning of a line of a lesson that is equal to a line of the layout. */
const LAYOUT_LINE =
  /^(?=[ \t]*(?:-+ ?memory \d+ ?-*|(?:relevant|successful|failed|other) memories:|(?:past task|reflection|key mistake|correct action):)[ \t]*$)/gim;

/**
 * A task followed by reflections, in the layout of Reflect's `augment_with_memories`. Empty sections are
 * omitted, and the numbers continue across sections. A lesson's key mistake and correct action follow its
 * text unless it contains them. Without reflections the task is unchanged. A lesson cannot imitate another one: its
 * lines that are equal to those of the layout are quoted.
 */
export function augmentTask(task: string, entries: readonly EntryRow[]): string {
  if (entries.length === 0) return task;
  let number = 0;
  const sections = SECTIONS.flatMap(({ title, outcome }) => {
    const own = entries.filter((entry) => (entry.lesson?.outcome ?? null) === outcome);
    if (own.length === 0) return [];
    const memories = own.map((entry) => {
      number += 1;
      const parts = [
        { title: 'Past task', text: entry.lesson?.task ?? '' },
        { title: 'Reflection', text: contentOf(entry) },
        ...lessonParts(entry),
      ];
      const lines = parts.map(({ title, text }) => `${title}:\n${quoteLayoutLines(text)}`);
      return `--- Memory ${number} ---\n${lines.join('\n\n')}`;
    });
    return [title, ...memories];
  });
  return [task, 'Relevant memories:', ...sections].join('\n\n');
}

/** The text of a lesson, in which the lines that are equal to a line of the layout are quoted. */
function quoteLayoutLines(text: string): string {
  return text.replace(LAYOUT_LINE, '> ');
}
