import { isDeepStrictEqual } from 'node:util';
import type { EntryRow } from '../db/rows.ts';
import type { Metadata } from '../db/tables/columns.ts';
import type { Statement } from '../db/tables/entries.ts';

/** The statements of an entry, and what its row derives from them. Pure. */

type Said = Pick<EntryRow, 'statements'>;

/** The content of an entry: the texts of its statements, one per line, the newest last. */
export function contentOf({ statements }: Said): string {
  return statements.map(({ text }) => text).join('\n');
}

/** The size of an entry's content, in bytes of UTF-8. */
export function contentBytesOf(entry: Said): number {
  return Buffer.byteLength(contentOf(entry));
}

/** A statement as a write gives it. */
export type GivenStatement = Pick<Statement, 'text' | 'source' | 'metadata' | 'context'> & {
  occurredAt: Date | null;
};

/** A statement that is said for the first time. Without `occurredAt`, its last time is `now`. */
export function newStatement(
  given: GivenStatement,
  { number, actor, now }: { number: number; actor: string; now: Date },
): Statement {
  const { text, source, metadata, context, occurredAt } = given;
  return {
    number,
    text,
    source,
    metadata,
    context,
    actor,
    occurredAt: occurredAt?.toISOString() ?? null,
    firstStatedAt: now.toISOString(),
    lastStatedAt: (occurredAt ?? now).toISOString(),
    statedCount: 1,
  };
}

/**
 * The state of a statement after it is said again. Its metadata gets the keys that it lacks. Its last time is not set
 * back if the repetition has an earlier time.
 */
export function restated(
  statement: Statement,
  { metadata, occurredAt, now }: { metadata: Metadata; occurredAt: Date | null; now: Date },
): Statement {
  const time = (occurredAt ?? now).toISOString();
  return {
    ...statement,
    metadata: { ...statement.metadata, ...metadata },
    lastStatedAt: time > statement.lastStatedAt ? time : statement.lastStatedAt,
    statedCount: statement.statedCount + 1,
  };
}

/** A statement with another `occurredAt`. */
export function withTime(statement: Statement, occurredAt: Date | null): Statement {
  const time = occurredAt?.toISOString() ?? null;
  const { firstStatedAt, lastStatedAt, statedCount } = statement;
  const last = statedCount > 1 ? lastStatedAt : (time ?? firstStatedAt);
  return { ...statement, occurredAt: time, lastStatedAt: last };
}

/**
 * The statements, with those of the same text united into one. It is the earliest of them, with the number of the first
 * one in the list, and the times and metadata keys of all.
 */
export function unitedByText(statements: readonly Statement[]): Statement[] {
  const united = new Map<string, Statement>();
  for (const statement of statements) {
    const known = united.get(statement.text);
    united.set(statement.text, known ? unitedWith(known, statement) : statement);
  }
  return [...united.values()];
}

function unitedWith(one: Statement, other: Statement): Statement {
  const first = other.firstStatedAt < one.firstStatedAt ? other : one;
  const last = other.lastStatedAt > one.lastStatedAt ? other : one;
  return {
    ...first,
    number: one.number,
    metadata: { ...one.metadata, ...other.metadata },
    context: first.context ?? one.context ?? other.context,
    occurredAt: last.occurredAt ?? first.occurredAt,
    lastStatedAt: last.lastStatedAt,
    statedCount: one.statedCount + other.statedCount,
  };
}

/** The statements in the order in which they were last said. Those that were said at the same time keep their order. */
export function orderedByTime(statements: readonly Statement[]): Statement[] {
  return statements.toSorted((one, other) =>
    one.lastStatedAt < other.lastStatedAt ? -1 : Number(one.lastStatedAt > other.lastStatedAt),
  );
}

/**
 * The columns of an entry that follow from its statements, the newest of which is the last. The latest time can be that
 * of another statement, because an edit can give the newest one an earlier time.
 */
export type Derived = Pick<EntryRow, 'statements' | 'metadata' | 'occurredAt' | 'lastStatedAt'>;

/** The columns for these statements. If they have different values for a metadata key, the newest counts. */
export function withStatements(statements: Statement[]): Derived {
  const newest = newestOf(statements);
  const latest = Math.max(...statements.map((one) => Date.parse(one.lastStatedAt)));
  return {
    statements,
    metadata: Object.assign({}, ...statements.map(({ metadata }) => metadata)),
    occurredAt: newest.occurredAt === null ? null : new Date(newest.occurredAt),
    lastStatedAt: new Date(latest),
  };
}

/** When a statement happened or, if that is not known, when it was first said. */
export function happenedAt({ occurredAt, firstStatedAt }: Statement): Date {
  return new Date(occurredAt ?? firstStatedAt);
}

/** The newest statement, which is the last one. @throws Error if there is none */
export function newestOf(statements: readonly Statement[]): Statement {
  const newest = statements.at(-1);
  if (newest === undefined) throw new Error('An entry has no statements');
  return newest;
}

type Expiring = Pick<EntryRow, 'expiresAt'>;

/** Whether both expire at the same time, or neither does. */
export function expireAlike(one: Expiring, other: Expiring): boolean {
  return one.expiresAt?.getTime() === other.expiresAt?.getTime();
}

type Alike = Pick<EntryRow, 'expiresAt' | 'metadata'>;

/**
 * Whether two facts with the same text are one fact: they expire at the same time, and have no metadata key with
 * different values.
 */
export function areAlike(known: Alike, given: Alike): boolean {
  return expireAlike(known, given) && !conflicts(known.metadata, given.metadata);
}

/** Whether any key has different values in both. */
export function conflicts(known: Metadata, given: Metadata): boolean {
  return conflictingKey(known, given) !== undefined;
}

/** The first key for which the given metadata has another value than the known metadata. */
export function conflictingKey(known: Metadata, given: Metadata): string | undefined {
  return Object.keys(given).find(
    (key) => Object.hasOwn(known, key) && !isDeepStrictEqual(known[key], given[key]),
  );
}

/** Whether the given metadata has a key that the known metadata lacks. */
export function addsKeys(known: Metadata, given: Metadata): boolean {
  return Object.keys(given).some((key) => !Object.hasOwn(known, key));
}

/**
 * The part of the state before a change that a revision stores: the numbers of the statements, and the statements that
 * the change replaced or removed.
 */
export type Undo = { numbers: number[]; changed: Statement[] };

/** The inverse of a change, from the statements before and after it (`statementsBefore`). */
export function undoOf(before: readonly Statement[], after: readonly Statement[]): Undo {
  const kept = new Map(after.map((statement) => [statement.number, statement]));
  return {
    numbers: before.map(({ number }) => number),
    changed: before.filter((one) => !isDeepStrictEqual(kept.get(one.number), one)),
  };
}

/** The statements before a change, from those after it. */
export function statementsBefore(after: readonly Statement[], undo: Undo): Statement[] {
  const known = new Map([...after, ...undo.changed].map((one) => [one.number, one]));
  return undo.numbers.map((number) => {
    const statement = known.get(number);
    if (statement === undefined) throw new Error(`Statement ${number} is not known`);
    return statement;
  });
}
