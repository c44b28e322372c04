import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { App } from '../app.ts';
import type { Caller } from '../projects/viewer.ts';
import { writeProject } from './export-project.ts';

/** If the reader takes nothing for this time, the export ends, because it keeps a snapshot of the database open. */
const STALLED_MS = 60_000;

/**
 * The export of a project as a stream. Rows are read from the database only as fast as the stream is read. If an error
 * occurs, the stream fails before the last line of the file.
 */
export function exportStream(
  app: App,
  { project }: Caller,
  { withVectors }: { withVectors: boolean },
): Readable {
  const stream = new PassThrough();
  const options = { withVectors, now: app.clock() };
  const write = async (text: string) => {
    if (stream.destroyed) throw new Error('The reader of the export has left');
    if (stream.write(text)) return;
    const over = new AbortController();
    const signal = AbortSignal.any([AbortSignal.timeout(STALLED_MS), over.signal]);
    const waiting = ['drain', 'close'].map((event) => once(stream, event, { signal }));
    // Removes the listeners.
    await Promise.race(waiting).finally(() => over.abort());
  };
  const { connection } = app;
  connection
    .snapshot((db) => writeProject(db, project.id, options, write))
    .then(
      () => stream.end(),
      (error: unknown) => {
        if (!stream.destroyed) app.log.error({ error, project: project.id }, 'An export failed');
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      },
    );
  return stream;
}
