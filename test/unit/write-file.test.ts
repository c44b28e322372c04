import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toFile } from '../../src/commands/export.ts';
import { createDeferred } from '../support/deferred.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-write-file-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeText = (file: string, text: string) =>
  toFile(file, (to) => pipeline(Readable.from([text]), to));

describe('a file that a command writes', () => {
  it('is replaced when the new one is complete, and keeps its content if that fails', async () => {
    const file = join(folder, 'file');
    await writeText(file, 'first');
    const failing = toFile(file, async (to) => {
      to.write('half');
      throw new Error('Cut');
    });
    await expect(failing).rejects.toThrow('Cut');
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['first', ['file']]);
    await writeText(file, 'second');
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual(['second', ['file']]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('is not left half-written by %s', async (signal) => {
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const before = new Set<unknown>(process.listeners(signal));
    const written = toFile(join(folder, 'file'), async (to) => {
      await new Promise((resolve) => to.write('half', resolve));
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^file\.[0-9a-f]{8}\.part$/)]);
      for (const listener of process.listeners(signal)) {
        if (!before.has(listener)) listener(signal);
      }
      expect(await readdir(folder)).toEqual([]);
      throw new Error('The process ends');
    });
    await expect(written).rejects.toThrow('The process ends');
    expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, signal);
    kill.mockRestore();
    expect(new Set(process.listeners(signal))).toEqual(before);
  });

  it('is whole when two commands write it at once', async () => {
    const file = join(folder, 'file');
    const isHalf = createDeferred();
    const isOtherDone = createDeferred();
    const slow = toFile(file, async (to) => {
      await new Promise((resolve) => to.write('half ', resolve));
      isHalf.resolve();
      await isOtherDone.promise;
      await pipeline(Readable.from(['and half']), to);
    });
    await isHalf.promise;
    await writeText(file, 'other');
    expect(await readFile(file, 'utf8')).toBe('other');
    isOtherDone.resolve();
    await slow;
    expect([await readFile(file, 'utf8'), await readdir(folder)]).toEqual([
      'half and half',
      ['file'],
    ]);
  });

  it('needs its folder', async () => {
    const missing = join(folder, 'missing');
    const written = writeText(join(missing, 'file'), 'text');
    await expect(written).rejects.toThrow(`There is no folder ${missing}.`);
  });

  it('is the one that a symbolic link names', async () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')];
    await writeFile(file, 'first');
    await symlink(file, link);
    await writeText(link, 'second');
    expect((await lstat(link)).isSymbolicLink()).toBe(true);
    expect(await readFile(file, 'utf8')).toBe('second');
  });

  it.skipIf(process.platform === 'win32')('can be a pipe, which stays one', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [read] = await Promise.all([readFile(pipe, 'utf8'), writeText(pipe, 'through')]);
    expect(read).toBe('through');
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });
});
