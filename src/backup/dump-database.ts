import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { environmentWith } from '../config.ts';
import { writeFileWhole } from './write-file.ts';

/** Dumps the database to a file of PostgreSQL's custom format. @throws Error of pg_dump */
export async function dumpDatabase(url: string, file: string): Promise<void> {
  await writeFileWhole(file, async (path, isTemporary) => {
    // `pg_dump` keeps the mode of a file that exists. The dump contains all projects, so only the owner may read it.
    if (isTemporary) await writeFile(path, '', { mode: 0o600 });
    await runTool('pg_dump', url, ['--format=custom', '--no-owner', '--file', path]);
  });
}

/** Restores a dump into an empty database. @throws Error if the database has tables, or if pg_restore fails */
export async function restoreDatabase(url: string, file: string): Promise<void> {
  const tables = await tablesIn(url);
  if (tables.length > 0) {
    throw new Error(
      `The database is not empty: it has the tables ${tables.slice(0, 3).join(', ')} … ` +
        'Restore into a new database, such as one made by createdb.',
    );
  }
  // The dump has a comment on the extension `vector`, which only the owner of the extension may set.
  const options = ['--no-owner', '--no-comments', '--exit-on-error', '--single-transaction'];
  await runTool('pg_restore', url, [...options, file]);
}

async function tablesIn(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace where nspname = 'public' and relkind in ('r', 'p') order by 1",
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Runs a program of PostgreSQL. Its environment has the password, since other users can read its arguments. */
function runTool(name: string, url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const { password } = address;
  address.password = '';
  const env = environmentWith(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) });
  return new Promise((resolve, reject) => {
    const child = spawn(name, ['--dbname', address.href, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-4000);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const hint = `${name} was not found. Install the client programs of PostgreSQL, of the version of the server.`;
      reject(error.code === 'ENOENT' ? new Error(hint) : error);
    });
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}: ${errors.trim()}`)),
    );
  });
}
