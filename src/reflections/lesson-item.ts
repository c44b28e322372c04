import type { Lesson, Metadata } from '../db/tables.ts';
import type { WriteItem } from '../entries/embed-texts.ts';

/** A reflection on a run, ready to be written. */
export function lessonItem(reflection: {
  content: string;
  source: WriteItem['source'];
  metadata: Metadata;
  lesson: Lesson;
}): WriteItem {
  return { ...reflection, kind: 'REFLECTION', idempotencyKey: null, requestHash: '' };
}
