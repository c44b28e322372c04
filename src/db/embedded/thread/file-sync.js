import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';
import { onStart } from './on-start.js';

/**
 * @typedef {{ nfd?: number, node: unknown }} Stream an open file of PGlite; `nfd` is Node's number of it, which a folder
 * lacks
 * @typedef {{ stream_ops: { fsync?(stream: Stream): number }, realPath(node: unknown): string }} NodeFiles
 * @typedef {{ FS: { filesystems: { NODEFS: NodeFiles } } }} Module the part of PGlite's WebAssembly module that is used
 */

/**
 * PostgreSQL's `fsync` for PGlite, whose file system has none: the call returns at once, and writes nothing to the
 * disk. PGlite calls it if the settings are `fsync = on` and `wal_sync_method = fsync`; its `fdatasync` cannot be
 * replaced. An error ends the thread like any crash, since nobody knows what is on the disk then (as PostgreSQL's
 * `data_sync_retry = off`).
 * @param {Module} module
 */
function addFileSync(module) {
  const { NODEFS } = module.FS.filesystems;
  NODEFS.stream_ops.fsync = (stream) => {
    // It writes the size of a file too, but not its times.
    if (stream.nfd !== undefined) fdatasyncSync(stream.nfd);
    else syncFolder(NODEFS.realPath(stream.node));
    return 0;
  };
}

/** Writes to the disk which files a folder has. @param {string} path */
function syncFolder(path) {
  // Windows cannot open a folder, and needs no call for it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Options of PGlite that install it. */
export const fileSync = onStart('file sync', addFileSync);
