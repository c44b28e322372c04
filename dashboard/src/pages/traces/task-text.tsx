import { LongText } from '../../components/long-text.tsx';
import { Section } from '../../components/section.tsx';
import { shorten } from '../../components/words.ts';

/** Characters of a task that the title of a page has. */
export const TITLE_LENGTH = 120;

/** The whole task, if the title of the page shows only its beginning. */
export function TaskText({ task }: { task: string }) {
  if (shorten(task, TITLE_LENGTH) === task.trim()) return null;
  return (
    <Section title="Task">
      <LongText text={task} />
    </Section>
  );
}
