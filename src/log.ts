import { type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';
import { DomainError } from './errors.ts';

/** The log is written to stderr when its buffer holds this number of characters, and at the latest after this time. */
const MIN_WRITTEN = 8192;
const MAX_WAIT_MS = 100;

/** The number of pino's level `warn`. */
const WARN = 40;

/**
 * Logs JSON lines to stderr, since commands write their output to stdout. Secrets are redacted. The log is buffered,
 * because writing each line by itself takes a fifth of the time of a short request. A warning or an error is written at
 * once, with the lines before it. When the process ends, the rest of the buffer is written.
 */
export function createLog(config: Config): Logger {
  const destination = pino.destination({
    dest: 2,
    sync: false,
    minLength: MIN_WRITTEN,
    periodicFlush: MAX_WAIT_MS,
  });
  return pino(
    {
      level: config.logLevel,
      base: null,
      errorKey: 'error',
      serializers: { error: describeError },
      redact: ['*.headers.authorization', '*.headers["x-api-key"]'],
      hooks: {
        logMethod(line, log, level) {
          log.apply(this, line);
          if (level >= WARN) destination.flush();
        },
      },
    },
    destination,
  );
}

/**
 * Describes an error for the log, without data of callers: without the parameters of a failed query, and without the
 * message of the cause of a `DomainError`, in which the endpoint of a model can quote the text of a request.
 */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof DomainError) {
    const { name: type, code, message, logged, stack } = error;
    return { type, code, message, ...logged, stack, cause: describeCause(error.cause) };
  }
  const { query, cause } = error as Error & { query?: unknown };
  if (typeof query !== 'string' || !(cause instanceof Error)) return stdSerializers.err(error);
  const { message, stack } = cause;
  const { code } = cause as Error & { code?: unknown };
  return { type: 'DrizzleQueryError', message, code, query, stack };
}

function describeCause(cause: unknown) {
  if (!(cause instanceof Error)) return undefined;
  const { name: type, code, status } = cause as Error & { code?: unknown; status?: unknown };
  return { type, code, status };
}
