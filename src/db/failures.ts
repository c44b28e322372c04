/** What went wrong in the database, read from the errors of either driver. */

type Failure = { code: string; constraint: string | undefined; message: string };

/** Connection losses of Node, and SQLSTATE 08 (but 08P01, a malformed message), 53 and 57P (shutdown). */
const UNAVAILABLE = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08(?!P01)|53|57P)/;

/** What node-postgres says without a code when a connection is lost or cannot be had. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** Text with NUL, which PostgreSQL refuses as it is, and the embedded database as a broken message. */
const UNSTORABLE = /^(22021|22P05|08P01)$/;

/** A transaction that another one stood in the way of: it may simply be tried again. */
const OVERTAKEN = /^(40P01|40001)$/;

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** True if the database could not be reached, or was shutting down: the request may be repeated. */
export function isUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && (UNAVAILABLE.test(failure.code) || LOST.test(failure.message));
}

/** True if the input holds text that cannot be stored, in a place that no rule checks, such as an id. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.test(failureOf(error)?.code ?? '');
}

/** True if the transaction was rolled back for the sake of another. */
export function isOvertaken(error: unknown): boolean {
  return OVERTAKEN.test(failureOf(error)?.code ?? '');
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

/** Drizzle wraps the driver's error. */
function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint, message, cause } = error as Error & Partial<Failure>;
  if (typeof code === 'string' || LOST.test(message)) {
    return { code: code ?? '', constraint, message };
  }
  return failureOf(cause);
}
