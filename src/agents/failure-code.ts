import { isCancelled, isDiskFull, isUnavailable } from '../db/failures.ts';
import { DomainError, type ErrorCode } from '../errors.ts';

/** The code of an error, as `formatError` shows it to callers. */
export function failureCode(error: unknown): ErrorCode {
  if (error instanceof DomainError) return error.code;
  if (isDiskFull(error)) return 'DISK_FULL';
  const isPassing = isUnavailable(error) || isCancelled(error);
  return isPassing ? 'DATABASE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR';
}
