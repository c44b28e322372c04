import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';

/** Maximum number of files that are synchronized at once. File systems combine concurrent calls of `fsync`. */
const AT_ONCE = 32;

/** Forces a folder with all files and folders in it to the disk, so that they survive a power failure. */
export async function syncFiles(folder: string): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    inside.map((one) =>
      limit(() => {
        const path = join(one.parentPath, one.name);
        return one.isDirectory() ? syncFolder(path) : sync(path);
      }),
    ),
  );
  await syncFolder(folder);
}

/** Forces the list of the files in a folder to the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no call for it.
  if (process.platform !== 'win32') await sync(path);
}

async function sync(path: string): Promise<void> {
  // Windows writes a file to the disk only if it is open for writing.
  const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
