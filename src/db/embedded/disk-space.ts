import { statfsSync } from 'node:fs';
import { DISK_FULL } from '../failures.ts';

/**
 * Free space below which the embedded database rejects writes. PostgreSQL crashes if it cannot create the
 * next file of its write-ahead log, which has 16 MB. The reserve is four of them: for the running statement,
 * for log records of reads, and for the checkpoint when the database is closed.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** The disk has less free space than the reserve. The SQLSTATE is PostgreSQL's for a full disk. */
export class DiskFullError extends Error {
  readonly code = DISK_FULL;

  constructor(folder: string, freeBytes: number, neededBytes: number) {
    super(
      `The disk of ${folder} is full: ${megabytes(freeBytes)} MB are free, ` +
        `and the embedded database needs ${megabytes(neededBytes)} MB to write.`,
    );
  }
}

/** Costs about 2 µs. @throws DiskFullError while less than the reserve and the needed bytes are free */
export function requireSpace(folder: string, neededBytes = 0): void {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some network file systems do not report their size.
  if (blocks === 0) return;
  const freeBytes = bavail * bsize;
  const minimum = RESERVE_BYTES + neededBytes;
  if (freeBytes < minimum) throw new DiskFullError(folder, freeBytes, minimum);
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}

const WRITES =
  /\b(insert|update|delete|merge|create|alter|drop|truncate|reindex|refresh|cluster|vacuum|copy)\b/i;

/** Types of the protocol messages that contain the text of a statement. */
const PARSE = 'P'.charCodeAt(0);
const SIMPLE_QUERY = 'Q'.charCodeAt(0);

/**
 * Rejects a message with a writing statement while the disk is full. Reading and ending a transaction remain
 * possible. A statement is a write if it contains any of the words of `WRITES`; values are not part of the
 * text.
 * @throws DiskFullError
 */
export function guardWrite(folder: string, message: Uint8Array): void {
  if (message[0] !== PARSE && message[0] !== SIMPLE_QUERY) return;
  try {
    requireSpace(folder);
  } catch (error) {
    if (!(error instanceof DiskFullError) || WRITES.test(Buffer.from(message).toString('latin1'))) {
      throw error;
    }
  }
}
