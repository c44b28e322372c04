import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWakeSignal } from '../wake-signal.ts';

/** A temporary file that is read while it is written. */
export type GrowingFile = {
  appendAll(parts: AsyncIterable<Buffer>): Promise<void>;
  /** The content from the beginning until `writing` resolves. Fails as soon as `writing` fails. */
  read(writing: Promise<unknown>): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

const READ_BYTES = 64 * 1024;

/**
 * Opens a new temporary file and removes its name from the folder. The system frees the space of the file when it is
 * closed, or when this process ends.
 */
export async function openGrowingFile(): Promise<GrowingFile> {
  const path = join(tmpdir(), `lorebase-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  const growth = createWakeSignal();
  let written = 0;
  return {
    appendAll: async (parts) => {
      for await (const part of parts) {
        await file.writeFile(part);
        written += part.length;
        growth.notify();
      }
    },
    read: async function* (writing) {
      let isWritten = false;
      let failure: unknown = null;
      writing
        .then(
          () => {
            isWritten = true;
          },
          (error: unknown) => {
            failure = error;
          },
        )
        .finally(growth.notify);
      for (let position = 0; failure === null; ) {
        const grown = growth.next();
        if (position < written) {
          const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, written - position));
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
          position += bytesRead;
          yield buffer.subarray(0, bytesRead);
        } else if (isWritten) {
          return;
        } else {
          await once(grown, 'abort');
        }
      }
      throw failure;
    },
    close: () => file.close(),
  };
}
