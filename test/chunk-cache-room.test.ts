import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChunkCache,
  MIN_CACHED_CHUNKS,
  openChunkCache,
} from '../src/chunk-cache/chunk-cache.ts';
import type { Connection } from '../src/db/database.ts';
import { isCitus } from './support/database-server.ts';
import { fill, MANY, projectSpaceOf } from './support/indexed-chunks.ts';
import { useServer } from './support/server.ts';

/**
 * The memory that cached chunks may take, and how often they are read. Each test opens a cache beside that of the
 * server.
 */

const server = useServer();
const SOON = { timeout: 20_000 };
const MUCH = 1_000_000_000;

/** More than a project of 330 chunks takes, and less than one of `MANY`. */
const ENOUGH = 600_000;

let project: Awaited<ReturnType<typeof projectWith>>;
let cache: ChunkCache | undefined;

/** Opens a cache that hears of events as `latest` says. */
function open(options: {
  maxBytes: number;
  connection?: Connection;
  latest?: () => bigint | null;
}) {
  const {
    maxBytes,
    connection = server.app.connection,
    latest = server.app.changes.latest,
  } = options;
  const changes = { ...server.app.changes, latest, onInvalidation: () => {} };
  cache = openChunkCache({ connection, changes, log: server.app.log, maxBytes });
  return cache;
}

/** A connection that counts the packets of reads, and fails them with the error if there is one. */
function counted(failure: () => Error | null = () => null) {
  let reads = 0;
  const connection: Connection = {
    ...server.app.connection,
    readInOnePacket: async (work) => {
      reads += 1;
      const error = failure();
      if (error !== null) throw error;
      return server.app.connection.readInOnePacket(work);
    },
  };
  return { connection, reads: () => reads };
}

async function cached({ find, request }: ChunkCache, inProject = project.inProject): Promise<void> {
  request(inProject, MIN_CACHED_CHUNKS);
  await expect.poll(() => find(inProject) !== null, SOON).toBe(true);
}

/** A project with a memory of so many chunks. */
async function projectWith(count: number) {
  const made = await server.project();
  const memory = await made.memory({ duplicateThreshold: 1, updateThreshold: 1 });
  await fill(server, made, memory, { count, kind: 'FACT' });
  return { project: made, memoryId: memory, inProject: await projectSpaceOf(server, made) };
}

describe.skipIf(isCitus)('the memory of cached chunks', () => {
  beforeAll(async () => {
    project = await projectWith(330);
  });
  afterEach(async () => {
    await cache?.close();
  });

  it('is measured again when a project grows, and what is too large is forgotten', async () => {
    const grown = await projectWith(330);
    const small = open({ maxBytes: ENOUGH });
    await cached(small, grown.inProject);
    const before = small.bytes();
    await grown.project.write(grown.memoryId, 'A later text');
    await expect.poll(() => small.bytes(), SOON).toBeGreaterThan(before);
    await fill(server, grown.project, grown.memoryId, { count: MANY });
    await expect.poll(() => small.bytes(), SOON).toBe(0);
    expect(small.find(grown.inProject)).toBeNull();
  });

  it('is not exceeded by a project of which only a part was asked for', async () => {
    const other = await projectWith(MANY);
    const { connection, reads } = counted();
    const small = open({ maxBytes: 2 * ENOUGH, connection });
    await cached(small);
    const before = reads();
    small.request(other.inProject, MIN_CACHED_CHUNKS);
    // Pages of 100 chunks are read until there is no room. Then the project is not read again for minutes.
    await expect.poll(reads, SOON).toBeGreaterThan(before + 1);
    let after = reads();
    for (let earlier = -1; earlier !== after; after = reads()) {
      earlier = after;
      await sleep(500);
    }
    expect(after).toBeLessThan(before + MANY / 100);
    small.request(other.inProject, MIN_CACHED_CHUNKS);
    await sleep(100);
    expect(reads()).toBe(after);
    expect(small.has(other.inProject.projectId)).toBe(false);
    expect(small.find(project.inProject)).not.toBeNull();
  });

  it('is used although the log has gone back since', async () => {
    const found = open({ maxBytes: MUCH, latest: () => 1_000_000n });
    await cached(found);
    await sleep(50);
    expect(found.find(project.inProject)).not.toBeNull();
  });

  it('is not filled again and again while the database cannot be reached', async () => {
    let error: Error | null = null;
    let latest = 0n;
    const { connection, reads } = counted(() => error);
    const found = open({ maxBytes: MUCH, connection, latest: () => latest });
    await cached(found);
    const before = reads();
    error = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
    latest = 1_000_000n;
    found.find(project.inProject);
    await sleep(300);
    expect(reads()).toBe(before + 1);
    error = null;
    await expect.poll(() => found.find(project.inProject), SOON).not.toBeNull();
  });
});
