import { onStart } from './on-start.js';

/** The status that the module throws for PostgreSQL's `longjmp`: a statement failed without a crash. */
const LONGJMP_STATUS = 100;

/**
 * Detects a crash of PostgreSQL (PANIC or FATAL) inside PGlite, and calls `onCrash` with the reason, which must end the
 * thread. PGlite catches every error of its main loop and runs the loop again. A crashed PostgreSQL throws each time,
 * so without the watch the thread would run for ever.
 * @param {(reason: string) => never} onCrash
 */
export function createCrashWatch(onCrash) {
  /** @type {string | null} */
  let lastError = null;
  /** @param {{ _PostgresMainLoopOnce(): void }} module the part of PGlite's WebAssembly module that is used */
  const watch = (module) => {
    const loopOnce = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        loopOnce();
      } catch (error) {
        if (statusOf(error) !== LONGJMP_STATUS) onCrash(lastError ?? messageOf(error));
        throw error;
      }
    };
  };
  return {
    /** Options of PGlite that install the watch. */
    extension: onStart('crash watch', watch),
    onStderr: (/** @type {string} */ text) => {
      const error = /\b(?:ERROR|FATAL|PANIC): .*/.exec(text)?.[0];
      if (error !== undefined) lastError = error;
      return false;
    },
    /**
     * Why the database could not be opened: the last error that PostgreSQL wrote to its log, if it did.
     * @param {unknown} error
     */
    reasonOf: (error) => lastError ?? messageOf(error),
  };
}

/** @param {unknown} error */
function statusOf(error) {
  return error instanceof Object && 'status' in error ? error.status : undefined;
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
