import { statfsSync } from 'node:fs';

/**
 * Free space below which the embedded database rejects writes. PostgreSQL crashes if it cannot create the
 * next file of its write-ahead log, which has 16 MB. The reserve is four of them: for the running statement,
 * for log records of reads, and for the checkpoint when the database is closed.
 */
export const RESERVE_BYTES = 64 * 1024 * 1024;

/** PostgreSQL's SQLSTATE for a full disk. */
export const DISK_FULL = '53100';

/**
 * What is missing for a write of this many bytes, besides the reserve; null if nothing is. Costs about 2 µs.
 * @param {string} folder
 * @param {number} neededBytes
 * @returns {string | null}
 */
export function freeSpaceMissing(folder, neededBytes = 0) {
  const { blocks, bavail, bsize } = statfsSync(folder);
  // Some network file systems do not report their size.
  if (blocks === 0) return null;
  const freeBytes = bavail * bsize;
  const minimum = RESERVE_BYTES + neededBytes;
  if (freeBytes >= minimum) return null;
  return (
    `The disk of ${folder} is full: ${megabytes(freeBytes)} MB are free, ` +
    `and the embedded database needs ${megabytes(minimum)} MB to write.`
  );
}

/** @param {number} bytes */
function megabytes(bytes) {
  return Math.floor(bytes / (1024 * 1024));
}
