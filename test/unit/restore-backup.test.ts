import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import { MANIFEST } from '../../src/backup/write-backup.ts';
import { lockFolder } from '../../src/db/embedded/data-folder.ts';
import { countMigrations } from '../../src/db/migrate.ts';

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

/** A backup with a database of one file, and of one link if given, from a server with so many migrations. */
async function backupWith(schema: number, link?: string): Promise<string> {
  const from = await mkdtemp(join(folder, 'backup-'));
  await mkdir(join(from, 'database'));
  await writeFile(join(from, 'database', 'PG_VERSION'), '18');
  if (link) await symlink(link, join(from, 'database', 'link'));
  const manifest = { format: 'lorebase-backup', version: 1, schema, madeAt: '2026-01-01' };
  await writeFile(join(from, MANIFEST), JSON.stringify(manifest));
  const file = join(from, 'lorebase.backup');
  await create({ gzip: true, cwd: from, file }, [MANIFEST, 'database']);
  return file;
}

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

describe('the restore of a backup', () => {
  it('leaves the database in the folder, and nothing but its lock', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    expect(await restoreBackup(await backupWith(countMigrations()), dataDir)).toBe('2026-01-01');
    expect(await readdir(dataDir)).toEqual(['database', 'lock']);
    expect(await readFile(join(dataDir, 'database', 'PG_VERSION'), 'utf8')).toBe('18');
  });

  it('is refused in a folder that has something, which it does not change', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'root-key'), 'mine');
    const restored = restoreBackup(await backupWith(countMigrations()), dataDir);
    await expect(restored).rejects.toThrow(/is not empty: it has database, root-key/);
    expect(await readdir(dataDir)).toEqual(['database', 'root-key']);
    expect(await readdir(join(dataDir, 'database'))).toEqual([]);
  });

  it('is refused if a later version has made the backup', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const restored = restoreBackup(await backupWith(countMigrations() + 1), dataDir);
    await expect(restored).rejects.toThrow(/was made by a later version/);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('makes no link, which could lead out of the folder', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await restoreBackup(await backupWith(countMigrations(), folder), dataDir);
    expect(await readdir(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  });

  it('is possible in a folder that has the remains of an interrupted restore', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    await mkdir(join(dataDir, 'restoring', 'database'), { recursive: true });
    await writeFile(join(dataDir, 'restoring', 'database', 'half'), '');
    await restoreBackup(await backupWith(countMigrations()), dataDir);
    expect(await readdir(dataDir)).toEqual(['database', 'lock']);
    expect(await readdir(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  });

  it('is refused while another one restores into the folder', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const backups = [await backupWith(countMigrations()), await backupWith(countMigrations())];
    const restored = await Promise.allSettled(backups.map((file) => restoreBackup(file, dataDir)));
    expect(restored.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [refused] = restored.filter((one) => one.status === 'rejected');
    expect(String(refused?.reason)).toMatch(/is in use by another Lorebase process/);
    expect(await readdir(join(dataDir, 'database'))).toEqual(['PG_VERSION']);
  });

  it('is refused in the folder of a server that creates its database', async () => {
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const lock = await lockFolder(dataDir);
    const restored = restoreBackup(await backupWith(countMigrations()), dataDir);
    await expect(restored).rejects.toThrow(/is in use by another Lorebase process/);
    expect(await readdir(dataDir)).toEqual(['lock']);
    await lock.close();
    await restoreBackup(await backupWith(countMigrations()), dataDir);
    expect(await readdir(dataDir)).toEqual(['database', 'lock']);
  });
});
