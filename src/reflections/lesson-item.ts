import type { Metadata } from '../db/tables/columns.ts';
import type { Lesson } from '../db/tables/entries.ts';
import { PLAIN_TEXT, type WriteItem } from '../entries/write/prepare-writes.ts';

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
