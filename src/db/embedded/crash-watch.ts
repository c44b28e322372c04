import type { Extension } from '@electric-sql/pglite';

/** The part of PGlite's WebAssembly module that is used here. */
type Module = {
  _PostgresMainLoopOnce(): void;
  stackRestore(pointer: number): void;
  _PostgresSendReadyForQueryIfNecessary(): void;
  _pgl_pq_flush(): void;
  FS: { streams: (Stream | null)[]; close(stream: Stream): void };
};

/** An open file. `nfd` is the descriptor of a file on disk. */
type Stream = { nfd?: number };

/** The embedded PostgreSQL crashed. The SQLSTATE is that of a crash: it is unknown if a COMMIT was stored. */
export class DatabaseCrashedError extends Error {
  readonly code = '57P02';
}

export type CrashWatch = {
  /** Options of PGlite that install the watch. */
  options: { extension: Extension; onStderr: (text: string) => boolean };
  /** The last error that PostgreSQL wrote to its log. */
  lastError(): string | null;
  /** Closes the files of a database that crashed or could not be opened. */
  discard(): void;
};

/** The status that the module throws for PostgreSQL's `longjmp`: a statement failed without a crash. */
const LONGJMP_STATUS = 100;

/**
 * Detects a crash of PostgreSQL (PANIC or FATAL) inside PGlite, calls `onCrash`, and rejects all later
 * queries. PGlite catches every error of its main loop and runs the loop again. A crashed PostgreSQL throws
 * each time, so without the watch the process would hang.
 */
export function createCrashWatch(onCrash: (crash: DatabaseCrashedError) => void): CrashWatch {
  let lastError: string | null = null;
  let watched: Module | null = null;
  const crashed = (error: unknown) => {
    const reason = lastError ?? (error instanceof Error ? error.message : String(error));
    const crash = new DatabaseCrashedError(`The embedded database crashed: ${reason}`);
    onCrash(crash);
    return crash;
  };
  const extension: Extension = {
    name: 'crash watch',
    setup: async (_client, emscriptenOpts) => {
      const preRun = (module: Module) => {
        watched = module;
        watch(module, crashed);
      };
      const options = { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), preRun] };
      return { emscriptenOpts: options };
    },
  };
  const onStderr = (text: string) => {
    const error = /\b(?:ERROR|FATAL|PANIC): .*/.exec(text)?.[0];
    if (error !== undefined) lastError = error;
    return false;
  };
  return {
    options: { extension, onStderr },
    lastError: () => lastError,
    discard: () => {
      for (const stream of watched?.FS.streams ?? []) {
        if (stream?.nfd !== undefined) watched?.FS.close(stream);
      }
    },
  };
}

function watch(module: Module, crashed: (error: unknown) => DatabaseCrashedError): void {
  const { _PostgresMainLoopOnce: loopOnce, stackRestore } = module;
  const { _PostgresSendReadyForQueryIfNecessary: sendReady, _pgl_pq_flush: flush } = module;
  let crash: DatabaseCrashedError | null = null;
  module._PostgresMainLoopOnce = () => {
    if (crash) throw crash;
    try {
      loopOnce();
    } catch (error) {
      if (statusOf(error) !== LONGJMP_STATUS) crash = crashed(error);
      throw error;
    }
  };
  // PGlite's error handler calls this before it runs the loop again. An error here ends the loop.
  module.stackRestore = (pointer) => {
    if (crash) throw crash;
    stackRestore(pointer);
  };
  module._PostgresSendReadyForQueryIfNecessary = () => {
    if (!crash) sendReady();
  };
  module._pgl_pq_flush = () => {
    if (!crash) flush();
  };
}

function statusOf(error: unknown): unknown {
  return error instanceof Object && 'status' in error ? error.status : undefined;
}
