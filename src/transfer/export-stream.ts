import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { App } from '../app.ts';
import { DomainError } from '../errors.ts';
import { memoizeByObject } from '../memoize-by-object.ts';
import type { Caller } from '../projects/viewer.ts';
import { projectTexts } from './export-project.ts';
import { openGrowingFile } from './growing-file.ts';

/** The maximum number of exports of a project that run at the same time in this process. */
export const MAX_EXPORTS_OF_PROJECT = 2;

/** An export ends if its reader takes nothing for this time, because its temporary file occupies the disk. */
export const STALLED_MS = 60_000;

/** Time after which a refused export should be requested again. */
const RETRY_AFTER_SECONDS = 10;

type ExportStreamOptions = { withVectors: boolean; isCompressed: boolean };

/**
 * Exports a project as a stream, optionally compressed by gzip. The export is written to a temporary file as fast as
 * the database reads it, and sent from the file as fast as the reader takes it. So a slow reader does not occupy one of
 * the few snapshots of the process. If an error occurs, the stream fails before the last line of the file.
 * @throws RATE_LIMITED with `retryAfterSeconds`
 */
export async function exportStream(
  app: App,
  { project }: Caller,
  { withVectors, isCompressed }: ExportStreamOptions,
): Promise<Readable> {
  const endExport = beginExport(app, project.id);
  const file = await openGrowingFile().catch((error: unknown) => {
    endExport();
    throw error;
  });
  const left = new AbortController();
  const options = { withVectors, now: app.clock() };
  const writing = app.connection.snapshot((db) =>
    pipeline(
      projectTexts(db, project.id, options),
      isCompressed ? createGzip() : new PassThrough(),
      (parts: AsyncIterable<Buffer>) => file.appendAll(parts),
      { signal: left.signal },
    ),
  );
  const stream = streamOf(app, project.id, file.read(writing));
  const ended = writing.catch((error: unknown) => {
    if (!left.signal.aborted) app.log.error({ error, project: project.id }, 'An export failed');
  });
  stream.once('close', () => {
    left.abort();
    ended.then(() => file.close()).finally(endExport);
  });
  return stream;
}

const runningOf = memoizeByObject((_: App) => new Map<string, number>());

/** Counts an export of the project. Returns a function that ends it. @throws RATE_LIMITED */
function beginExport(app: App, projectId: string): () => void {
  const running = runningOf(app);
  const before = running.get(projectId) ?? 0;
  if (before >= MAX_EXPORTS_OF_PROJECT) {
    throw new DomainError(
      'RATE_LIMITED',
      `${before} exports of this project are in progress; try again when one has ended.`,
      { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } },
    );
  }
  running.set(projectId, before + 1);
  return () => {
    const now = (running.get(projectId) ?? 1) - 1;
    if (now === 0) running.delete(projectId);
    else running.set(projectId, now);
  };
}

/** The parts as a stream, which fails if its reader takes nothing for `STALLED_MS`. */
function streamOf(app: App, projectId: string, parts: AsyncIterable<Buffer>): Readable {
  const wait = () => setTimeout(fail, STALLED_MS).unref();
  // The stream also fails if nobody begins to read it.
  let waiting = wait();
  async function* watched() {
    clearTimeout(waiting);
    for await (const part of parts) {
      waiting = wait();
      yield part;
      clearTimeout(waiting);
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  stream.once('close', () => clearTimeout(waiting));
  function fail() {
    const message = `The reader of an export took nothing for ${STALLED_MS / 1000} s`;
    app.log.warn({ project: projectId }, message);
    stream.destroy(new Error(message));
  }
  return stream;
}
