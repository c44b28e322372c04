import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { backupStream } from '../src/backup/write-backup.ts';
import { COPIES_FOLDER } from '../src/db/embedded/copies.ts';
import { findProjects } from '../src/projects/projects.ts';
import { exportStream, MAX_EXPORTS_OF_PROJECT, STALLED_MS } from '../src/transfer/export-stream.ts';
import { isEmbedded } from './support/database.ts';
import { eventually } from './support/eventually.ts';
import { ROOT_KEY, type TestProject, useServer } from './support/server.ts';

const server = useServer();

const open: Readable[] = [];

afterEach(() => {
  vi.useRealTimers();
  for (const stream of open.splice(0)) stream.destroy();
});

/** A project whose export is larger than what a stream holds without a reader. */
async function largeProject(): Promise<TestProject> {
  const project = await server.project();
  const memoryId = await project.memory();
  for (let i = 0; i < 3; i += 1) await project.write(memoryId, sentence(i));
  return project;
}

function sentence(seed: number): string {
  const words = Array.from({ length: 400 }, (_, i) =>
    createHash('sha256').update(`${seed} ${i}`).digest('hex'),
  );
  return words.join(' ');
}

async function exportOf({ id }: TestProject): Promise<Readable> {
  const [project] = await findProjects(server.app, [id]);
  if (!project) throw new Error('There is no project');
  const caller = { project } as Parameters<typeof exportStream>[1];
  const stream = await exportStream(server.app, caller, { withVectors: true, isCompressed: false });
  stream.on('error', () => {});
  open.push(stream);
  return stream;
}

it('an export ends while three readers of other projects take nothing', async () => {
  for (let i = 0; i < 3; i += 1) {
    const slow = await exportOf(await largeProject());
    slow.read(0);
  }
  const file = await text(await exportOf(await largeProject()));
  expect(file).toMatch(/\{"end":\{"lines":\d+\}\}\n$/);
});

it('more exports of one project at once are refused until one has ended', async () => {
  const project = await largeProject();
  const streams: Readable[] = [];
  for (let i = 0; i < MAX_EXPORTS_OF_PROJECT; i += 1) streams.push(await exportOf(project));
  const headers = { authorization: `Bearer ${ROOT_KEY}`, 'lorebase-project': project.id };
  const request = () => fetch(`${server.url}/export`, { headers });
  const refused = await request();
  const { errors } = (await refused.json()) as { errors: { extensions: object }[] };
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED' });
  streams[0]?.destroy();
  await eventually(async () => (await request()).text()).toContain('"end"');
});

it('an export ends with an error if its reader takes nothing for a time', async () => {
  const project = await largeProject();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stream = await exportOf(project);
  const failed = new Promise<Error>((resolve) => stream.once('error', resolve));
  vi.advanceTimersByTime(STALLED_MS);
  expect((await failed).message).toBe('The reader of an export took nothing for 60 s');
  vi.useRealTimers();
  const late = await exportOf(project);
  expect(await text(late)).toContain('"end"');
});

it('an export ends with an error if its reader stops after the first part', async () => {
  const project = await largeProject();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stream = await exportOf(project);
  await new Promise((resolve) => stream.once('readable', resolve));
  stream.read();
  await eventually(() => {
    vi.advanceTimersByTime(STALLED_MS);
    return stream.errored?.message;
  }).toBe('The reader of an export took nothing for 60 s');
});

it('an export that the database interrupts ends with the error', async () => {
  const project = await largeProject();
  const snapshot = vi.spyOn(server.app.connection, 'snapshot');
  onTestFinished(() => snapshot.mockRestore());
  snapshot.mockRejectedValue(new Error('Connection terminated'));
  await expect(text(await exportOf(project))).rejects.toThrow('Connection terminated');
});

/** Sets the folder for temporary files until the test has ended. */
function useTemporaryFolder(folder: string): void {
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
}

it('an export for which no temporary file can be made does not count among those that run', async () => {
  const project = await largeProject();
  useTemporaryFolder('/nowhere');
  for (let i = 0; i < MAX_EXPORTS_OF_PROJECT; i += 1) {
    await expect(exportOf(project)).rejects.toThrow('ENOENT');
  }
  vi.unstubAllEnvs();
  expect(await text(await exportOf(project))).toContain('"end"');
});

it.runIf(process.platform === 'linux')(
  'an export leaves no name in the folder for temporary files, and no open file when it is closed',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lorebase-export-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const openFiles = async () => {
      const links = (await readdir('/proc/self/fd')).map((fd) =>
        readlink(join('/proc/self/fd', fd)).catch(() => ''),
      );
      return (await Promise.all(links)).filter((path) => path.startsWith(folder)).length;
    };
    const project = await largeProject();
    useTemporaryFolder(folder);
    const stream = await exportOf(project);
    expect([await readdir(folder), await openFiles()]).toEqual([[], 1]);
    stream.destroy();
    await eventually(openFiles).toBe(0);
  },
);

it.runIf(isEmbedded)('a backup leaves no copy, whether it is read, left or fails', async () => {
  const copies = () => readdir(join(server.app.config.dataDir, COPIES_FOLDER));
  await buffer(await backupStream(server.app));
  await eventually(copies).toEqual([]);
  const left = await backupStream(server.app);
  expect(await copies()).toHaveLength(1);
  left.destroy();
  await eventually(copies).toEqual([]);
  const { copyFiles } = server.app.connection;
  onTestFinished(() => {
    server.app.connection.copyFiles = copyFiles;
  });
  server.app.connection.copyFiles = () => Promise.reject(new Error('The disk is full'));
  await expect(backupStream(server.app)).rejects.toThrow('The disk is full');
  expect(await copies()).toEqual([]);
});

it('a HEAD request makes no export and no backup', async () => {
  const project = await server.project();
  const headers = { authorization: `Bearer ${ROOT_KEY}`, 'lorebase-project': project.id };
  for (const path of ['/export', '/backup']) {
    const { status } = await fetch(`${server.url}${path}`, { method: 'HEAD', headers });
    expect(status).toBe(404);
  }
});
