import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isEmbedded } from '../support/database.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { run, WRITE } from '../support/server.ts';

const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) {
  results { ... on WriteEntryPayload { entry { id } } } } }`;
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

/**
 * The disk of a machine that loses power has what was written to it, not what the operating system still had in memory.
 */
describe.runIf(isEmbedded && process.platform === 'linux')('a power failure', () => {
  const processes = useProcesses();
  let disk: string;

  beforeEach(async () => {
    disk = await mkdtemp(join(tmpdir(), 'lorebase-disk-'));
    await cp(processes.env.LOREBASE_DATA_DIR ?? '', disk, { recursive: true });
  });
  afterEach(() => rm(disk, { recursive: true, force: true }));

  // It starts several processes, which takes long on a busy machine.
  it('takes no acknowledged write from the embedded database', { timeout: 300_000 }, async () => {
    const start = () =>
      processes.start({
        EMBEDDED_FSYNC: 'on',
        SYNCED_COPY: disk,
        NODE_OPTIONS: `--import ${pathToFileURL('test/support/synced-files.js')}`,
      });
    const acknowledged: string[] = [];
    let written = 0;
    const write = async (url: string, where: { key: string; memoryId: string }, count: number) => {
      for (let i = 0; i < count; i += 1) {
        written += 1;
        const input = { memoryId: where.memoryId, content: `Plan ${written}`, kind: 'PLAN' };
        const { writeEntry } = await run(url, where.key, WRITE, { input });
        acknowledged.push(writeEntry.entry.id);
      }
    };
    const first = await start();
    const where = await seed(first.url);
    await Promise.all([1, 2, 3, 4].map(() => write(first.url, where, 10)));
    const items = Array.from({ length: 300 }, (_, i) => ({
      content: `Bulk ${i} ${'x'.repeat(2000)}`,
    }));
    const input = { memoryId: where.memoryId, kind: 'PLAN', items };
    const { writeEntries } = await run(first.url, where.key, WRITE_MANY, { input });
    for (const { entry } of writeEntries.results) acknowledged.push(entry.id);
    await first.kill('SIGKILL');
    // The repair after the kill writes files other than the log too.
    const second = await start();
    await write(second.url, where, 10);
    await second.kill('SIGKILL');

    const after = await processes.start({ LOREBASE_DATA_DIR: disk });
    const found: string[] = [];
    for (let at = 0; at < acknowledged.length; at += 100) {
      const ids = acknowledged.slice(at, at + 100);
      const { nodes } = await run(after.url, where.key, NODES, { ids });
      for (const node of nodes) if (node !== null) found.push(node.id);
    }
    expect(found).toHaveLength(350);
    expect(found).toEqual(acknowledged);
  });
});
