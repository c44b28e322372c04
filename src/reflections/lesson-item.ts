import type { Lesson, Metadata } from '../db/tables.ts';
import { PLAIN_TEXT, type WriteItem } from '../entries/prepare-writes.ts';

/** The write item of a reflection on a trace. */
export function lessonItem(reflection: {
  content: string;
  source: WriteItem['source'];
  metadata: Metadata;
  lesson: Lesson;
}): WriteItem {
  return {
    ...PLAIN_TEXT,
    ...reflection,
    kind: 'REFLECTION',
    idempotencyKey: null,
    requestHash: '',
  };
}
