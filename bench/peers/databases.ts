import pg from 'pg';
import { postmasterOf } from '../support/machine.ts';

const PREFIX = 'lorebase_peers_';

/** The PostgreSQL on which each system has a database of its own. */
export type Databases = {
  postmaster: number;
  version: string;
  create(name: string): Promise<string>;
  drop(name: string): Promise<void>;
  close(): Promise<void>;
};

export async function openDatabases(url: string): Promise<Databases> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const made = new Set<string>();
  const full = (name: string) =>
    `${PREFIX}${process.pid}_${name.toLowerCase().replaceAll(/\W+/g, '_')}`;
  const dropNamed = async (database: string) => {
    await client.query(`drop database if exists "${database}" with (force)`);
    made.delete(database);
  };
  await dropThoseOfDeadRuns(client, dropNamed);
  const { rows } = await client.query('show server_version');
  return {
    postmaster: await postmasterOf(client),
    version: rows[0].server_version,
    create: async (name) => {
      await dropNamed(full(name));
      made.add(full(name));
      await client.query(`create database "${full(name)}"`);
      const own = new URL(url);
      own.pathname = `/${full(name)}`;
      return own.href;
    },
    drop: (name) => dropNamed(full(name)),
    close: async () => {
      for (const database of made) await dropNamed(database);
      await client.end();
    },
  };
}

/** A run that was killed could not drop its databases. */
async function dropThoseOfDeadRuns(
  client: pg.Client,
  drop: (database: string) => Promise<void>,
): Promise<void> {
  const found = 'select datname from pg_database where starts_with(datname, $1)';
  const { rows } = await client.query<{ datname: string }>(found, [PREFIX]);
  for (const { datname } of rows) {
    const pid = Number(datname.slice(PREFIX.length).split('_')[0]);
    if (!isRunning(pid)) await drop(datname);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
