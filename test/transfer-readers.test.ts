import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it, vi } from 'vitest';
import { findProjects } from '../src/projects/projects.ts';
import { exportStream, MAX_EXPORTS_OF_PROJECT, STALLED_MS } from '../src/transfer/export-stream.ts';
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

it('a HEAD request makes no export and no backup', async () => {
  const project = await server.project();
  const headers = { authorization: `Bearer ${ROOT_KEY}`, 'lorebase-project': project.id };
  for (const path of ['/export', '/backup']) {
    const { status } = await fetch(`${server.url}${path}`, { method: 'HEAD', headers });
    expect(status).toBe(404);
  }
});
