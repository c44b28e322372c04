import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, createEmptyDatabase, isEmbedded } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { post } from '../support/graphql.ts';
import { LOREBASE, launchCommand, runCommand } from '../support/process.ts';
import { seed, useProcesses } from '../support/processes.ts';
import { ROOT_KEY, run, WRITE } from '../support/server.ts';

const processes = useProcesses();

/** It starts several processes, which takes long on a busy machine. */
const SLOW = { timeout: 300_000 };

const LOG = `query ($after: String) { events(first: 100, after: $after) { nodes { cursor } } }`;
const DELETE = `mutation ($input: DeleteEntryInput!) { deleteEntry(input: $input) { entry { id } } }`;
const WRITE_MANY = `mutation ($input: WriteEntriesInput!) { writeEntries(input: $input) { results { __typename } } }`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorebase-transfer-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The lines of a file without its head, and without the numbers that a running server stores later. */
const contentOf = (file: string) =>
  file
    .split('\n')
    .slice(1)
    .filter((line) => !/^\{"(stats|end)":/.test(line))
    .sort();

async function writePlans(url: string, where: { key: string; memoryId: string }, count: number) {
  for (let at = 0; at < count; at += 500) {
    const items = Array.from({ length: Math.min(500, count - at) }, (_, i) => ({
      content: `Plan ${at + i}`,
    }));
    const input = { memoryId: where.memoryId, kind: 'PLAN', items };
    await run(url, where.key, WRITE_MANY, { input });
  }
}

const countOf = async (url: string, key: string, memoryId: string) => {
  const query = 'query ($id: ID!) { memory(id: $id) { entryCount } }';
  return (await run(url, key, query, { id: memoryId })).memory?.entryCount ?? 0;
};

describe('lorebase export and import', () => {
  it(
    'move a project without a server, with one on the data folder, and with LOREBASE_URL',
    SLOW,
    async () => {
      const first = await processes.start();
      const where = await seed(first.url);
      await writePlans(first.url, where, 3);
      // The running server has the data folder. It is found by its port.
      const env = { ...processes.env, PORT: new URL(first.url).port };
      const file = join(folder, 'project.jsonl.gz');
      const whole = await runCommand(
        ['export', '--project', where.projectId, '--output', file],
        env,
      );
      expect(whole).toMatchObject({ code: 0, stdout: '', stderr: `Exported to ${file}.\n` });
      const byUrl = { ...env, LOREBASE_DATA_DIR: folder, DATABASE_URL: '' };
      const named = { ...byUrl, LOREBASE_URL: first.url, LOREBASE_KEY: where.key };
      const shown = await runCommand(['export'], named);
      expect(shown.code).toBe(0);
      const text = gunzipSync(await readFile(file)).toString();
      expect(contentOf(shown.stdout)).toEqual(contentOf(text));
      await first.kill('SIGTERM');

      const other = await createDatabase();
      const there = { ...processes.env, ...other.env };
      const imported = await runCommand(['import', file, '--new', 'Moved'], there);
      expect(imported.stderr).toMatch(/^Importing into the new project prj_\w+\.\n$/);
      expect(imported.stdout).toContain('Imported 0 agents, 1 memory, 3 entries');
      const again = await runCommand(['import', file, '--new', 'Moved'], there);
      expect(again.stderr).toBe(imported.stderr);
      expect(again.stdout).toContain('0 entries (3 were there already)');
      const [id = ''] = /prj_\w+/.exec(imported.stderr) ?? [];
      const out = await runCommand(['export', '--project', id], there);
      expect(contentOf(out.stdout)).toEqual(contentOf(text));
      await other.drop();
    },
  );

  it(
    'make a project of its own for another name, and after the deletion of the first',
    SLOW,
    async () => {
      const first = await processes.start();
      const { key } = await seed(first.url);
      const named = { ...processes.env, LOREBASE_URL: first.url };
      const file = join(folder, 'project.jsonl');
      await runCommand(['export', '--output', file], { ...named, LOREBASE_KEY: key });
      const root = { ...named, LOREBASE_KEY: ROOT_KEY };
      const idFor = async (name: string) =>
        /prj_\w+/.exec((await runCommand(['import', file, '--new', name], root)).stderr)?.[0];
      const id = await idFor('One');
      expect(await idFor('Two')).toMatch(/^prj_/);
      expect(await idFor('One')).toBe(id);
      const remove =
        'mutation { deleteProject(input: { confirmName: "One" }) { deletedProjectId } }';
      await run(first.url, ROOT_KEY, remove, {}, id);
      expect(await idFor('One')).toMatch(/^prj_/);
    },
  );

  it('go on after a kill of the server and of the import', SLOW, async () => {
    const first = await processes.start();
    const where = await seed(first.url);
    await writePlans(first.url, where, 1500);
    const named = { LOREBASE_URL: first.url, LOREBASE_KEY: where.key };
    const file = join(folder, 'project.jsonl');
    const made = await runCommand(['export', '--output', file], { ...processes.env, ...named });
    expect(made.code).toBe(0);
    const { createProject } = await run(
      first.url,
      ROOT_KEY,
      'mutation { createProject(input: { name: "target" }) { project { id } } }',
    );
    const { id } = createProject.project;
    const into = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: ROOT_KEY };
    const importing = launchCommand(['import', file, '--project', id], into);
    const entries = async (url: string) => {
      const query = '{ memories(first: 5) { nodes { entryCount } } }';
      const { data } = await post(url, ROOT_KEY, query, {}, id).catch(() => ({ data: null }));
      return data?.memories.nodes[0]?.entryCount ?? 0;
    };
    await eventually(async () => (await entries(first.url)) > 0).toBe(true);
    importing.kill('SIGKILL');
    await first.kill('SIGKILL');
    const second = await processes.start();
    const stored = await entries(second.url);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(1500);
    const resumed = { ...into, LOREBASE_URL: second.url };
    const done = await runCommand(['import', file, '--project', id], resumed);
    expect(done.stdout).toContain(`${1500 - stored} entries (${stored} were there already)`);
    expect(await entries(second.url)).toBe(1500);
    expect(await countOf(second.url, where.key, where.memoryId)).toBe(1500);
  });

  it('say what is wrong', SLOW, async () => {
    const first = await processes.start();
    const { key } = await seed(first.url);
    const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
    const file = join(folder, 'project.jsonl');
    await runCommand(['export', '--output', file], env);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.split('\n').slice(0, -2).join('\n'));
    const cut = await runCommand(['import', file], env);
    expect([cut.code, cut.stderr]).toEqual([1, expect.stringContaining('it was cut off')]);
    await writeFile(file, text.slice(0, -5));
    const within = await runCommand(['import', file], env);
    expect([within.code, within.stderr]).toEqual([1, expect.stringContaining('it was cut off')]);
    const lacking = text.split('\n').filter((line) => !line.startsWith('{"memory"'));
    await writeFile(file, lacking.join('\n'));
    const partial = await runCommand(['import', file], env);
    expect(partial.code).toBe(1);
    expect(partial.stdout).toContain('0 memories');
    expect(partial.stderr).toMatch(/^1 line is missing in the file: 1 memory\. What it has is/);
    await writeFile(file, '');
    const empty = await runCommand(['import', file], env);
    expect([empty.code, empty.stderr]).toEqual([1, `The file ${file} is empty.\n`]);
    await rm(file);
    const missing = await runCommand(['import', file], env);
    expect([missing.code, missing.stderr]).toEqual([1, `There is no file ${file}.\n`]);
    const wrong = await runCommand(['export'], { ...env, LOREBASE_KEY: `${key}x` });
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('UNAUTHENTICATED')]);
  });
});

describe('lorebase import --from and export --markdown', () => {
  it('write what other programs know, once, and show it as files', SLOW, async () => {
    const first = await processes.start();
    const { key } = await seed(first.url);
    const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
    const mem0 = join(folder, 'mem0.json');
    const results = [
      { id: '1', memory: 'Likes tea', user_id: 'jo', created_at: '2024-01-02T03:04:05Z' },
      { id: '2', memory: 'Likes tea', user_id: 'jo', created_at: '2024-01-02T03:04:05Z' },
      { id: '3', memory: '# Lives in Oslo', user_id: 'jo' },
    ];
    await writeFile(mem0, JSON.stringify({ results }));
    const unnamed = await runCommand(['import', mem0], env);
    expect(unnamed).toMatchObject({ code: 1, stderr: expect.stringContaining('give --from') });
    const from = ['import', mem0, '--from', 'mem0', '--memory', '../People: "all"'];
    const made = await runCommand(from, env);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toBe('Wrote 2 texts: 2 created, 0 updated, 0 skipped.\n');
    const repeated = await runCommand(from, env);
    expect(repeated.stdout).toBe('Wrote 2 texts: 0 created, 0 updated, 2 skipped.\n');
    const { entries } = await run(first.url, key, '{ entries { nodes { id content source } } }');
    expect(entries.nodes.map(({ source }: { source: string }) => source)).toEqual([
      'EXTRACTION',
      'EXTRACTION',
    ]);
    const oslo = entries.nodes.find((entry: { content: string }) => entry.content.includes('Oslo'));
    await run(first.url, key, DELETE, { input: { entryId: oslo.id } });
    const restored = await runCommand(from, env);
    expect(restored.stdout).toBe('Wrote 2 texts: 1 created, 0 updated, 1 skipped.\n');
    const notes = join(folder, 'notes');
    await mkdir(join(notes, 'deep'), { recursive: true });
    await mkdir(join(notes, '.git'));
    await writeFile(join(notes, '.git', 'x.md'), 'Not this');
    await writeFile(join(notes, 'deep', 'a.md'), '# Garden\nThe roses need water.');
    const read = await runCommand(
      ['import', notes, '--from', 'markdown', '--memory', 'Notes'],
      env,
    );
    expect(read.stdout).toBe('Wrote 1 text: 1 created, 0 updated, 0 skipped.\n');
    const out = join(folder, 'out');
    const shown = await runCommand(['export', '--markdown', out], env);
    expect(shown.stderr).toBe(`Wrote 3 memories to ${out}.\n`);
    expect((await readdir(out)).sort()).toEqual(['-People- -all-.md', 'Notes.md', 'memory.md']);
    const people = await readFile(join(out, '-People- -all-.md'), 'utf8');
    expect(people).toMatch(
      /^# \.\.\/People: "all"\n\n## 2024-01-02 FACT <!-- me_\w+ -->\n\nLikes tea\n/,
    );
    expect(people).toContain('\\# Lives in Oslo');
    expect(people.match(/Likes tea/g)).toHaveLength(1);
    expect(await readFile(join(out, 'Notes.md'), 'utf8')).toContain(
      '*Garden*\n\nThe roses need water.',
    );
    const full = await runCommand(['export', '--markdown', out], env);
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    const wrong = await runCommand(['import', mem0, '--from', 'letta', '--memory', 'x'], env);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('not one of Letta')]);
    const missing = ['import', join(folder, 'none.md'), '--from', 'markdown', '--memory', 'x'];
    const { stderr } = await runCommand(missing, env);
    expect(stderr).toBe(`There is no file ${join(folder, 'none.md')}.\n`);
    const folderAsFile = await runCommand(['import', folder], env);
    expect(folderAsFile.stderr).toBe(`${folder} is a folder; give a file.\n`);
  });

  it('create no memory if there is no text to write', SLOW, async () => {
    const first = await processes.start();
    const { key } = await seed(first.url);
    const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
    const mem0 = join(folder, 'mem0.json');
    await writeFile(mem0, '[{ "memory": "" }]');
    const made = await runCommand(['import', mem0, '--from', 'mem0', '--memory', 'New'], env);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toBe(
      'Wrote 0 texts: 0 created, 0 updated, 0 skipped.\nLeft out: 1 record without text.\n',
    );
    await writeFile(join(folder, 'a.txt'), Buffer.from('Caf\u00e9', 'latin1'));
    await writeFile(join(folder, 'b.txt'), ' ');
    for (const more of [[], ['--extract']]) {
      const from = ['import', folder, '--from', 'text', '--memory', 'New', ...more];
      const { code, stdout } = await runCommand(from, env);
      expect([code, stdout]).toEqual([1, expect.stringContaining('Not written: a.txt: it is not')]);
    }
    const { memory } = await run(first.url, key, '{ memory(name: "New") { id } }');
    expect(memory).toBeNull();
  });

  it('extract from each file, and name the one that fails', SLOW, async () => {
    const first = await processes.start();
    const { key } = await seed(first.url);
    const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
    await writeFile(join(folder, 'a.txt'), ' ');
    await writeFile(join(folder, 'b.txt'), 'x'.repeat(300_000));
    await writeFile(join(folder, 'c.txt'), 'The roses need water.');
    await writeFile(join(folder, 'd.txt'), Buffer.from('Caf\u00e9', 'latin1'));
    processes.models.chat(() => ({ text: '{"facts": ["The roses need water."]}' }));
    const made = await runCommand(
      ['import', folder, '--from', 'text', '--memory', 'Notes', '--extract'],
      env,
    );
    expect(made).toMatchObject({ code: 1, stderr: '' });
    const [wrote, failed, unreadable, ...more] = made.stdout.trim().split('\n');
    expect(wrote).toBe('Wrote 1 text: 1 created, 0 updated, 0 skipped.');
    expect(failed).toMatch(/^Not written: b\.txt: .+ \(BAD_USER_INPUT\)$/);
    expect(unreadable).toMatch(/^Not written: d\.txt: it is not text in UTF-8/);
    expect(more).toEqual([]);
    const { entries } = await run(first.url, key, '{ entries { nodes { metadata } } }');
    expect(entries.nodes[0].metadata).toEqual({ importedFrom: 'text', file: 'c.txt' });
  });

  it(
    'read UTF-16 by its byte order mark, and name the file of another encoding',
    SLOW,
    async () => {
      const first = await processes.start();
      const { key } = await seed(first.url);
      const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
      const little = Buffer.from('\uFEFFThe café opens at 8.', 'utf16le');
      await writeFile(join(folder, 'a.txt'), little);
      const big = Buffer.from('\uFEFFThe café shuts at 6.', 'utf16le').swap16();
      await writeFile(join(folder, 'b.txt'), big);
      await writeFile(join(folder, 'c.txt'), Buffer.from('Caf\u00e9', 'latin1'));
      await writeFile(join(folder, 'd.txt'), '\uFEFFThe roses need water.');
      const from = ['import', folder, '--from', 'text', '--memory', 'Notes'];
      const made = await runCommand(from, env);
      expect(made).toMatchObject({ code: 1, stderr: '' });
      expect(made.stdout).toMatch(/\nNot written: c\.txt: it is not text in UTF-8[^\n]*\n$/);
      const { entries } = await run(first.url, key, '{ entries { nodes { content metadata } } }');
      const contents = entries.nodes.map(({ content }: { content: string }) => content);
      expect(contents.sort()).toEqual([
        'The café opens at 8.',
        'The café shuts at 6.',
        'The roses need water.',
      ]);
      expect(entries.nodes[0].metadata.importedFrom).toBe('text');
    },
  );

  it.runIf(process.platform === 'linux')(
    'read a folder with more files than a process may open',
    SLOW,
    async () => {
      const first = await processes.start();
      const { key } = await seed(first.url);
      const env = { ...processes.env, LOREBASE_URL: first.url, LOREBASE_KEY: key };
      const files = Array.from({ length: 600 }, (_, i) => join(folder, `${i}.md`));
      await Promise.all(files.map((file) => writeFile(file, 'The roses need water.')));
      const from = ['import', folder, '--from', 'markdown', '--memory', 'Notes'];
      const limited = ['bash', '-c', 'ulimit -n 200; exec "$@"', 'bash', ...LOREBASE] as const;
      const made = await runCommand(from, env, limited);
      expect(made).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

describe.runIf(isEmbedded)('lorebase backup and restore', () => {
  it(
    'keep all of a data folder while its server is written to, and its cursors',
    SLOW,
    async () => {
      const first = await processes.start();
      const where = await seed(first.url);
      await writePlans(first.url, where, 600);
      const env = { ...processes.env, PORT: new URL(first.url).port };
      let isDone = false;
      let written = 0;
      const writing = (async () => {
        for (; !isDone; written += 1) {
          const input = { memoryId: where.memoryId, content: `Meanwhile ${written}`, kind: 'PLAN' };
          await run(first.url, where.key, WRITE, { input });
        }
      })();
      await eventually(() => written > 5).toBe(true);
      const before = written;
      const file = join(folder, 'lorebase.backup');
      const made = await runCommand(['backup', file], env);
      expect(made).toMatchObject({ code: 0, stderr: `Backed up to ${file}.\n` });
      isDone = true;
      await writing;
      const events = (await run(first.url, where.key, LOG)).events.nodes;
      const held = events[0].cursor;
      const copies = join(processes.env.LOREBASE_DATA_DIR ?? '', 'copies');
      await eventually(() => readdir(copies)).toEqual([]);

      const restored = join(folder, 'restored');
      const there = { ...processes.env, LOREBASE_DATA_DIR: restored };
      const done = await runCommand(['restore', file], there);
      expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('Restored the backup')]);
      const second = await processes.start({ LOREBASE_DATA_DIR: restored });
      const count = await countOf(second.url, where.key, where.memoryId);
      expect(count).toBeGreaterThanOrEqual(600 + before);
      expect(count).toBeLessThanOrEqual(600 + written);
      // A cursor of the backup goes on; what was written after it is none of the copy.
      const answer = await post(second.url, where.key, LOG, { after: held });
      expect(answer.errors).toBeUndefined();
      await run(first.url, where.key, WRITE, {
        input: { memoryId: where.memoryId, content: 'Late' },
      });
      const last = await run(first.url, where.key, '{ events(last: 1) { nodes { cursor } } }');
      const late = { after: last.events.nodes[0].cursor };
      const refused = await post(second.url, where.key, LOG, late);
      expect(refused.errors?.[0]?.extensions.code).toBe('CURSOR_EXPIRED');

      const full = await runCommand(['restore', file], there);
      expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    },
  );

  it('say which key they need beside a server that wrote none to its folder', SLOW, async () => {
    const first = await processes.start();
    const { LOREBASE_ROOT_KEY: _, ...others } = processes.env;
    const env = { ...others, PORT: new URL(first.url).port };
    const file = join(folder, 'lorebase.backup');
    const { code, stderr } = await runCommand(['backup', file], env);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Set LOREBASE_ROOT_KEY or LOREBASE_KEY to a key of that server.'),
    ]);
    const named = await runCommand(['backup', file], { ...env, LOREBASE_KEY: ROOT_KEY });
    expect([named.code, named.stderr]).toEqual([0, `Backed up to ${file}.\n`]);
  });

  it('work without a server, and refuse a damaged file and another one', SLOW, async () => {
    const file = join(folder, 'lorebase.backup');
    // With the level of the log that a command has by default.
    const made = await runCommand(['backup', file], { ...processes.env, LOG_LEVEL: '' });
    expect([made.code, made.stderr]).toEqual([0, `Backed up to ${file}.\n`]);
    const bytes = await readFile(file);
    await mkdir(join(folder, 'empty'));
    const there = { ...processes.env, LOREBASE_DATA_DIR: join(folder, 'empty') };
    for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.from('none')]) {
      await writeFile(join(folder, 'damaged'), damaged);
      const { code, stderr } = await runCommand(['restore', join(folder, 'damaged')], there);
      expect([code, stderr]).toEqual([1, expect.stringMatching(/cannot be read|no backup/)]);
      expect(await readdir(join(folder, 'empty'))).toEqual([]);
    }
    expect((await runCommand(['restore', file], there)).code).toBe(0);
    const listed = await runCommand(['keys', 'list'], there);
    expect(listed.code).toBe(0);
  });
});

describe.skipIf(isEmbedded)('lorebase backup and restore on PostgreSQL', () => {
  it('dump and restore a database, and refuse one with tables', SLOW, async () => {
    const first = await processes.start();
    const where = await seed(first.url);
    await writePlans(first.url, where, 3);
    const file = join(folder, 'dump');
    const made = await runCommand(['backup', file], processes.env);
    expect(made).toMatchObject({ code: 0, stderr: `Backed up to ${file}.\n` });
    const refused = await runCommand(['restore', file], processes.env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
    const empty = await createEmptyDatabase();
    const there = { ...processes.env, ...empty.env };
    expect(await runCommand(['restore', file], there)).toMatchObject({ code: 0 });
    const second = await processes.start(empty.env);
    expect(await countOf(second.url, where.key, where.memoryId)).toBe(3);
    await second.kill('SIGTERM');
    await empty.drop();
  });
});
