import { DISK_FULL, freeSpaceMissing } from './thread/disk-space.js';

/** The disk has less free space than the reserve. The SQLSTATE is PostgreSQL's for a full disk. */
export class DiskFullError extends Error {
  readonly code = DISK_FULL;
}

/** Requires that the reserve and `neededBytes` are free on the disk of a folder. @throws DiskFullError */
export function requireSpace(folder: string, neededBytes = 0): void {
  const missing = freeSpaceMissing(folder, neededBytes);
  if (missing !== null) throw new DiskFullError(missing);
}
