import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../src/backup/restore-backup.ts';

let folder: string;
let whole: Buffer;

/** A compressed archive with many files, of which some are being written whenever the reading fails. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-restore-'));
  const database = join(folder, 'database');
  for (let i = 0; i < 20; i++) {
    await mkdir(join(database, `folder-${i}`), { recursive: true });
    for (let j = 0; j < 20; j++) {
      await writeFile(join(database, `folder-${i}`, `file-${j}`), randomBytes(9000));
    }
  }
  const file = join(folder, 'whole');
  await create({ gzip: true, cwd: folder, file }, ['database']);
  whole = await readFile(file);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The archive with other bytes at a place. */
function damagedAt(share: number): Buffer {
  const bytes = Buffer.from(whole);
  const at = Math.floor(bytes.length * share);
  bytes.fill(0, at, at + 200);
  return bytes;
}

describe('the restore of a damaged backup', () => {
  it.each([
    ['cut at the half', () => whole.subarray(0, whole.length / 2)],
    ['cut near the end', () => whole.subarray(0, whole.length - 9)],
    ['damaged near the beginning', () => damagedAt(0.02)],
    ['damaged in the middle', () => damagedAt(0.5)],
    ['damaged near the end', () => damagedAt(0.98)],
    ['without a manifest', () => whole],
  ])('%s says so, and leaves nothing', async (_title, bytes) => {
    const file = join(folder, 'damaged');
    const dataDir = join(folder, 'data');
    await writeFile(file, bytes());
    for (let i = 0; i < 5; i++) {
      await expect(restoreBackup(file, dataDir)).rejects.toThrow(/cannot be read|is no backup/);
      expect(await readdir(dataDir)).toEqual([]);
    }
  });
});
