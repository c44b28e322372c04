import type { RetrievedResult } from './retrieve.ts';

/** A statement of an entry as a model is shown it. */
export type ShownStatement = {
  /** When it happened. */
  date: Date;
  /** When it was said last. */
  saidAt: Date;
  text: string;
  /** The part of the text to show if the whole text does not fit. */
  excerpt: string;
};

/** The statements of an entry that match, best first. The excerpt of each is its best chunk. */
export function shownStatements({ matches }: Pick<RetrievedResult, 'matches'>): ShownStatement[] {
  return matches.map(({ statement, occurredAt, text: chunk }) => ({
    date: occurredAt,
    saidAt: new Date(statement.lastStatedAt),
    text: statement.text,
    excerpt: excerptOf(statement.text, chunk),
  }));
}

/**
 * The statements of one entry that are shown together, in the order in which they were said. Several can contradict
 * each other, and then the one that was said last holds: so each has the time at which it was said last.
 */
export function inOrderOfTime<Shown extends { date: Date | null; saidAt: Date }>(
  statements: readonly Shown[],
): Shown[] {
  if (statements.length === 1) return [...statements];
  return statements
    .toSorted((one, other) => one.saidAt.getTime() - other.saidAt.getTime())
    .map((statement) => ({ ...statement, date: statement.saidAt }));
}

/** A chunk of a text, with "…" where text is left out. */
function excerptOf(text: string, chunk: string): string {
  const before = text.startsWith(chunk) ? '' : '…';
  const after = text.endsWith(chunk) ? '' : '…';
  return `${before}${chunk}${after}`;
}
