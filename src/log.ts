import { type Logger, pino, stdSerializers } from 'pino';
import type { Config } from './config.ts';

/** Logs JSON lines to stderr; stdout has the output of commands. Secrets are redacted. */
export function createLog(config: Config): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      errorKey: 'error',
      serializers: { error: describeError },
      redact: ['*.headers.authorization', '*.headers["x-api-key"]'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/**
 * For a failed query, logs its text and the database's error without the parameters, which are callers' data.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { query, cause } = error as Error & { query?: unknown };
  if (typeof query !== 'string' || !(cause instanceof Error)) return stdSerializers.err(error);
  const { message, stack } = cause;
  const { code } = cause as Error & { code?: unknown };
  return { type: 'DrizzleQueryError', message, code, query, stack };
}
