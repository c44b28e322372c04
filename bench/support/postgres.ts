import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../test/support/free-port.ts';

const run = promisify(execFile);

export type ThrowAwayPostgres = {
  url: string;
  /** As an operator would restart it: connections are cut, what was committed stays. */
  restart(): Promise<void>;
  stop(): void;
};

/** A PostgreSQL server of its own (Debian, as root). */
export async function startPostgres(): Promise<ThrowAwayPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'lorebase-bench-postgres-'));
  const port = await freePort();
  const script = (...args: string[]) =>
    execFileSync('bash', ['.ci/postgres.sh', ...args], { encoding: 'utf8' }).trim();
  const url = script('start', folder, String(port));
  const program = `/usr/lib/postgresql/${process.env.PG ?? '15'}/bin/pg_ctl`;
  const data = ['-D', join(folder, 'data'), '-l', join(folder, 'log')];
  return {
    url,
    restart: async () => {
      // A server started by this call would hold its pipes open.
      const command = [program, ...data, '-m', 'fast', '-w', 'restart', '>', '/dev/null', '2>&1'];
      await run('runuser', ['-u', 'postgres', '--', 'sh', '-c', command.join(' ')]);
    },
    stop: () => {
      script('stop', folder);
    },
  };
}
