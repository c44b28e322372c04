import { DrizzleQueryError } from 'drizzle-orm';

/** What went wrong in the database, read from the errors of either driver. */

type Failure = {
  code: string;
  constraint: string | undefined;
  message: string;
  severity: string | undefined;
};

/** Connection losses of Node, and SQLSTATE 08 (but 08P01, a malformed message), 53 and 57P (shutdown). */
const UNAVAILABLE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08(?!P01)|53|57P)/;

/** What node-postgres says without a code when a connection is lost or cannot be had. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Text with NUL, which PostgreSQL refuses as it is, and the embedded database as a broken message. */
const UNSTORABLE = /^(22021|22P05|08P01)$/;

/** A transaction that another one stood in the way of: it may simply be tried again. */
const OVERTAKEN = /^(40P01|40001)$/;

/** PostgreSQL's SQLSTATE for a full disk. */
export const DISK_FULL = '53100';

const IN_FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** True if the database could not be reached, or was shutting down: the request may be repeated. */
export function isUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && (UNAVAILABLE.test(failure.code) || LOST.test(failure.message));
}

/** True if the disk of the database is full: nothing was stored. */
export function isDiskFull(error: unknown): boolean {
  const failure = failureOf(error);
  // After a PANIC it is unknown whether a COMMIT was stored.
  return failure?.code === DISK_FULL && failure.severity !== 'PANIC';
}

/** True if the input holds text that cannot be stored, in a place that no rule checks, such as an id. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.test(failureOf(error)?.code ?? '');
}

/** True if the transaction was rolled back for the sake of another. */
export function isOvertaken(error: unknown): boolean {
  return OVERTAKEN.test(failureOf(error)?.code ?? '');
}

/** True if the statement was refused because an earlier one of its transaction has failed. */
export function isTransactionAborted(error: unknown): boolean {
  return failureOf(error)?.code === IN_FAILED_TRANSACTION;
}

/** True if a row broke the named unique constraint. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  const failure = failureOf(error);
  return failure?.code === UNIQUE_VIOLATION && failure.constraint === constraint;
}

/** What a row referred to that is not there: the name of the constraint; null for any other failure. */
export function brokenForeignKey(error: unknown): string | null {
  const failure = failureOf(error);
  return failure?.code === FOREIGN_KEY_VIOLATION ? (failure.constraint ?? '') : null;
}

/** What an operator is told of an error: of a failed query the database's own message, without the query. */
export function explain(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) {
    return `The database answered: ${error.cause.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}

/** Drizzle wraps the driver's error. */
function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint, message, severity, cause } = error as Error & Partial<Failure>;
  if (typeof code === 'string' || LOST.test(message)) {
    return { code: code ?? '', constraint, message, severity };
  }
  return failureOf(cause);
}
