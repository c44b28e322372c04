import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  folder: string;
  freeMegabytes(): number;
  /** Fills the disk until `leftMegabytes` are free. */
  fill(leftMegabytes?: number): Promise<void>;
  /** Removes what `fill` wrote. */
  makeRoom(): void;
  unmount(): void;
};

/** Mounts a new disk in memory, which requires root. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-disk-'));
  const filler = join(folder, 'filler');
  const freeMegabytes = () => {
    const { bavail, bsize } = statfsSync(folder);
    return Math.floor((bavail * bsize) / (1024 * 1024));
  };
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return {
    folder,
    freeMegabytes,
    fill: async (left = 0) => {
      const count = left === 0 ? [] : [`count=${Math.max(0, freeMegabytes() - left)}`];
      const dd = spawn('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M', ...count], {
        stdio: 'ignore',
      });
      await once(dd, 'exit');
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount: () => {
      execFileSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/** True if a disk can be mounted. Otherwise logs why not. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).unmount();
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error);
    console.warn(`Tests on a full disk are skipped, since no disk can be mounted: ${reason}`);
    return false;
  }
}
