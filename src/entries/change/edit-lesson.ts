import { z } from 'zod';
import type { EntryRow } from '../../db/rows.ts';
import type { Lesson } from '../../db/tables/entries.ts';
import { badInput } from '../../errors.ts';
import { MAX_CONTENT_BYTES, normalInput } from '../../input.ts';
import { contentOf } from '../statements.ts';

/** The parts of a lesson as callers write them. */

export const MAX_PART_CHARACTERS = 8000;

export const lessonPart = normalInput
  .trim()
  .max(MAX_PART_CHARACTERS, `must have at most ${MAX_PART_CHARACTERS} characters`);

export const filledLessonPart = lessonPart.refine((text) => text !== '', 'must not be blank');

export const MAX_APPLICABLE_TOOLS = 50;

export const applicableToolsInput = z
  .array(filledLessonPart)
  .max(MAX_APPLICABLE_TOOLS, `must hold at most ${MAX_APPLICABLE_TOOLS} names`);

/** New parts of a lesson. A part that is null or omitted is unchanged. */
export const lessonEditInput = z
  .object({
    summary: filledLessonPart.nullish(),
    keyMistake: lessonPart.nullish(),
    correctAction: lessonPart.nullish(),
    applicableTools: applicableToolsInput.nullish(),
    guidance: filledLessonPart.nullish(),
  })
  .nullish();

/** The lesson of an entry after an edit. @throws BAD_USER_INPUT for an entry without a lesson */
export function editedLesson(
  { lesson }: EntryRow,
  edit: z.infer<typeof lessonEditInput>,
): Lesson | null {
  if (!edit) return lesson;
  if (lesson === null) throw badInput('input.lesson', 'is only for an entry that has a lesson');
  const given = Object.entries(edit).filter(([, part]) => part !== null && part !== undefined);
  return { ...lesson, ...Object.fromEntries(given) };
}

/** The text of an entry with a caller's lesson: its summary and guidance. @throws BAD_USER_INPUT if too long */
export function entryTextOfLesson(
  { summary, guidance }: Pick<Lesson, 'summary' | 'guidance'>,
  path: string,
) {
  const text = `${summary}\n\n${guidance}`;
  if (Buffer.byteLength(text) <= MAX_CONTENT_BYTES) return text;
  throw badInput(path, `must have at most ${MAX_CONTENT_BYTES} bytes with the summary`);
}

/** The text of an entry after an edit of its lesson; null if its text is not that of its lesson. */
export function textOfLesson(entry: EntryRow, lesson: Lesson | null): string | null {
  const { lesson: before } = entry;
  if (before === null || lesson === null) return null;
  const written = `${before.summary}\n\n${before.guidance}`;
  return contentOf(entry) === written ? entryTextOfLesson(lesson, 'input.lesson.guidance') : null;
}
