import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** JSON lines on stderr, so that stdout stays for what a command answers. Keys are never written. */
export function createLog(config: Config): Logger {
  return pino(
    {
      level: config.logLevel,
      base: null,
      errorKey: 'error',
      redact: ['*.headers.authorization', '*.headers["x-api-key"]'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
