import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Lets `write` write a file under a temporary name, and renames it when it is complete. If `write` fails, or a signal
 * ends the process, the temporary file is removed. If `file` is a symbolic link, its target is replaced and the link is
 * kept. A pipe or a device is written directly; `isTemporary` is then false.
 */
export async function writeFileWhole(
  file: string,
  write: (path: string, isTemporary: boolean) => Promise<void>,
): Promise<void> {
  const target = await fileToReplace(file);
  if (target === null) return write(file, false);
  // The name is unique, because another command can write the same file at the same time.
  const part = `${target}.${randomUUID().slice(0, 8)}.part`;
  const removeAt = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true });
    process.kill(process.pid, signal);
  };
  process.once('SIGINT', removeAt).once('SIGTERM', removeAt);
  try {
    await write(part, true);
    await rename(part, target);
  } finally {
    process.off('SIGINT', removeAt).off('SIGTERM', removeAt);
    await rm(part, { force: true });
  }
}

/** The path of the regular file to replace, which need not exist; null for anything else. @throws Error (no folder) */
async function fileToReplace(file: string): Promise<string | null> {
  try {
    return (await stat(file)).isFile() ? await realpath(file) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}.`);
    return file;
  }
}
