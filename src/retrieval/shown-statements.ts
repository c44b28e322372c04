import type { RetrievedResult } from './retrieve.ts';

/** A statement of an entry in the form in which a model gets it. */
export type ShownStatement = {
  /** When the stated fact happened. */
  date: Date;
  /** When the statement was last made. */
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
 * Sorts the statements of one entry that are shown together by the time at which each was last made. Statements can
 * contradict each other, and then the last one is valid, so each of several is shown with that time.
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
