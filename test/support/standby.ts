import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isCitus } from './database-server.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** The server's programs, as in `.ci/postgres.sh`. */
const bin = `/usr/lib/postgresql/${process.env.PG ?? '15'}/bin`;
const primary = process.env.TEST_DATABASE_URL;

/** Why no standby can be created here; null if one can be. */
export const noStandby: string | null = !primary
  ? 'the embedded database has no standby'
  : isCitus
    ? 'the standby of a coordinator has no rows'
    : !existsSync(`${bin}/pg_basebackup`)
      ? `${bin}/pg_basebackup is missing`
      : null;

/** A streaming standby of the server of `TEST_DATABASE_URL`. */
export type Standby = {
  /** The URL, on the standby, of a database of the primary. */
  urlOf(databaseUrl: string): string;
  /** Pauses the replay: the standby receives what the primary writes, and does not show it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Delays the replay of each commit by a time, such as `200ms`. */
  delay(time: string): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
};

export async function createStandby(): Promise<Standby> {
  const server = new URL(primary ?? '');
  const folder = await mkdtemp(join(tmpdir(), 'lorebase-standby-'));
  await chmod(folder, 0o777);
  const data = join(folder, 'data');
  const slot = `test_${randomBytes(6).toString('hex')}`;
  const port = await freePort();
  const backup = ['-d', server.href, '-D', data, '-R', '-C', '-S', slot, '-c', 'fast'];
  await program('pg_basebackup', backup);
  const control = (...args: string[]) => program('pg_ctl', ['-D', data, '-w', ...args]);
  const start = async () => {
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=64MB`;
    await control('-l', join(folder, 'log'), '-o', settings, 'start');
  };
  await start();
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  const onStandby = (...statements: string[]) => onServer(urlOf(server.href), statements);
  return {
    urlOf,
    start,
    pause: () => onStandby('select pg_wal_replay_pause()'),
    resume: () => onStandby('select pg_wal_replay_resume()'),
    delay: (time) =>
      onStandby(`alter system set recovery_min_apply_delay = '${time}'`, 'select pg_reload_conf()'),
    stop: () => control('-m', 'fast', 'stop'),
    remove: async () => {
      await control('-m', 'immediate', 'stop').catch(() => {}); // the server may be stopped already
      await onServer(server.href, [`select pg_drop_replication_slot('${slot}')`]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a program of PostgreSQL. PostgreSQL refuses root, so root runs it as the user `postgres`. */
async function program(name: string, args: string[]): Promise<void> {
  const command = [join(bin, name), ...args];
  const isRoot = process.getuid?.() === 0;
  const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  // The server must not keep the pipes of this process open.
  await run('bash', ['-c', '"$@" < /dev/null > /dev/null', 'bash', file, ...rest], {
    cwd: tmpdir(),
  });
}

async function onServer(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
