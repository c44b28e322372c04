import { DrizzleQueryError } from 'drizzle-orm';
import { DomainError, type ErrorCode, messageOfError } from '../errors.ts';
import { DISK_FULL } from './embedded/thread/disk-space.js';
import { UNMET_CONDITION } from './prepared-queries.ts';

/** Classifies the errors of the databases. */

/** The fields of an error that a database reports. */
export type Failure = {
  code: string;
  constraint: string | undefined;
  message: string;
  severity: string | undefined;
};

/**
 * Connection errors of Node.js, and SQLSTATE 08 (except 08P01, a malformed message), 25006 (a write to a server that is
 * a standby now), 53 and 57P (shutdown).
 */
const UNAVAILABLE =
  /^(ECONN|EHOST|ENET|EADDRNOTAVAIL|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08(?!P01)|25006|53|57P)/;

/** Messages of node-postgres, without a code, for a lost or unavailable connection. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/** SQLSTATEs for text with NUL. PostgreSQL rejects it as invalid text, the embedded database as a malformed message. */
const UNSTORABLE = /^(22021|22P05|08P01)$/;

/** SQLSTATEs for a deadlock and a serialization failure: the transaction can be repeated. */
const OVERTAKEN = /^(40P01|40001)$/;

/** SQLSTATEs for an undefined table, schema, column or function. */
const BEHIND_SCHEMA = /^(42P01|3F000|42703|42883)$/;

/** The SQLSTATE `invalid_text_representation`, with which statements of `failUnless` (prepared-queries.ts) fail. */
const INVALID_TEXT = '22P02';

/** SQLSTATE of a statement that an operator or a time limit of the database has ended. */
const CANCELLED = '57014';

/** SQLSTATE of a statement that was refused because an earlier one of its transaction has failed. */
export const IN_FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
/** The SQLSTATE with which the coordinator of Citus reports any error of a worker that receives rows by COPY. */
const INTERNAL_ERROR = 'XX000';

/** The messages of broken constraints, with the name of the constraint. */
const BROKEN_UNIQUE = /^duplicate key value violates unique constraint "(.+)"$/;
const BROKEN_FOREIGN_KEY = / violates foreign key constraint "(.+?)"/;

/** True if the database could not be reached or was shutting down. The request can be repeated. */
export function isUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && (UNAVAILABLE.test(failure.code) || LOST.test(failure.message));
}

/** True if an operator or a time limit of the database ended the statement. The request can be repeated. */
export function isCancelled(error: unknown): boolean {
  return failureOf(error)?.code === CANCELLED;
}

/** True if the same statement can succeed when it is sent again. */
export function isTransient(error: unknown): boolean {
  return isUnavailable(error) || isCancelled(error) || isConflict(error);
}

/** True if the disk of the database is full and nothing was stored. */
export function isDiskFull(error: unknown): boolean {
  const failure = failureOf(error);
  // After a PANIC it is unknown whether a COMMIT was stored.
  return failure?.code === DISK_FULL && failure.severity !== 'PANIC';
}

/** True if the input contains text that cannot be stored, in a place that no rule checks, such as an id. */
export function isUnstorable(error: unknown): boolean {
  return UNSTORABLE.test(failureOf(error)?.code ?? '');
}

/** True if the transaction was rolled back because of a concurrent transaction. */
export function isConflict(error: unknown): boolean {
  return OVERTAKEN.test(failureOf(error)?.code ?? '');
}

/** True if the transaction was rolled back because a condition of `failUnless` (prepared-queries.ts) did not hold. */
export function isUnmetCondition(error: unknown): boolean {
  const failure = failureOf(error);
  return failure?.code === INVALID_TEXT && failure.message.includes(UNMET_CONDITION);
}

/** True if a table or a column is missing, as on a standby that has not replayed the latest migration. */
export function lacksMigrations(error: unknown): boolean {
  return BEHIND_SCHEMA.test(failureOf(error)?.code ?? '');
}

/** True if the statement was refused because an earlier one of its transaction has failed. */
export function isTransactionAborted(error: unknown): boolean {
  return failureOf(error)?.code === IN_FAILED_TRANSACTION;
}

/** True if a row has the same primary or unique key as another row. */
export function isRepeatedRow(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== null && brokenName(failure, UNIQUE_VIOLATION, BROKEN_UNIQUE) !== null;
}

/** True if a row broke the named unique constraint. */
export function breaksUnique(error: unknown, constraint: string): boolean {
  const failure = failureOf(error);
  return failure !== null && brokenName(failure, UNIQUE_VIOLATION, BROKEN_UNIQUE) === constraint;
}

/** The name of the violated foreign key; null for any other error. */
export function brokenForeignKey(error: unknown): string | null {
  const failure = failureOf(error);
  return failure && brokenName(failure, FOREIGN_KEY_VIOLATION, BROKEN_FOREIGN_KEY);
}

/**
 * The name of the constraint that a failure with the code or the message reports; null for another failure. A
 * worker of Citus names the constraint of its shard, such as `memories_name_102016`, in the message alone.
 */
function brokenName({ code, constraint, message }: Failure, own: string, text: RegExp) {
  const named = text.exec(message)?.[1];
  if (code !== own && !(code === INTERNAL_ERROR && named !== undefined)) return null;
  return constraint ?? named?.replace(/_\d+$/, '') ?? '';
}

/**
 * The codes of a server that cannot be reached or has no connection left, of a database that does not exist, and of a
 * role that may not connect or has another password. The embedded database has none of these codes.
 */
const WRONG_URL =
  /^(ECONN|EHOST|ENET|EADDRNOTAVAIL|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08(?!P01)|3D000|28000|28P01|53300)/;
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * The message of an error for operators. For a failed query: the message of the database, without the query. If the
 * database cannot be used, it names the variable or the remedy.
 */
export function explainError(error: unknown): string {
  const isOfQuery = error instanceof DrizzleQueryError && error.cause !== undefined;
  const raised = isOfQuery ? error.cause : error;
  const message = isOfQuery ? `The database answered: ${textOf(raised)}` : textOf(raised);
  const { code = '' } = raised instanceof Error ? (raised as Partial<Failure>) : {};
  if (WRONG_URL.test(code) || LOST.test(message)) {
    return `DATABASE_URL: ${message}`;
  }
  if (code === INSUFFICIENT_PRIVILEGE && message.includes('extension "vector"')) {
    return `${message}. A superuser must run CREATE EXTENSION vector in this database.`;
  }
  return message;
}

/** The message of an error. Node.js reports a host whose addresses all failed as an AggregateError without a message. */
function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') {
    return error.errors.map(textOf).join('; ');
  }
  return messageOfError(error);
}

/** The code of an error, as `formatError` shows it to callers. */
export function failureCode(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (isDiskFull(error)) return 'DISK_FULL';
  const isRepeatable = isUnavailable(error) || isCancelled(error);
  return isRepeatable ? 'DATABASE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
}

/**
 * The error that the database has reported, also if Drizzle has wrapped it. Null for an error that is not of a
 * database.
 */
export function failureOf(error: unknown): Failure | null {
  if (!(error instanceof Error)) return null;
  const { code, constraint, message, severity, cause } = error as Error & Partial<Failure>;
  if (typeof code === 'string' || LOST.test(message)) {
    return { code: code ?? '', constraint, message, severity };
  }
  return failureOf(cause);
}
