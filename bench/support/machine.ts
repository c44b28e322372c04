import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** Of Linux: the times in /proc are counted in hundredths of a second. */
const MS_PER_TICK = 10;

/** Between two looks at what the sessions of the database wait for. */
const SAMPLE_MS = 25;

/** Processor time of a process and its threads so far, in ms; NaN where it cannot be read. */
export function processorMs(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) * MS_PER_TICK;
}

/** Processor time of PostgreSQL so far in ms, of sessions that have ended too; NaN for another machine's. */
export function postgresMs(postmaster: number): number {
  const own = statOf(postmaster);
  let ticks = own.user + own.system + own.endedChildren;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const { parent, user, system } = statOf(Number(name));
    if (parent === postmaster) ticks += user + system;
  }
  return ticks * MS_PER_TICK;
}

/** The place of the stolen time in the first line of /proc/stat. */
const STOLEN = 8;

/** Processor time so far that other guests of the same host had while this machine wanted it, in ms of all cores. */
export function stolenMs(): number {
  const [all = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(all.split(/\s+/)[STOLEN]) * MS_PER_TICK;
}

/** The process that started a session's own; NaN where PostgreSQL runs on another machine. */
export async function postmasterOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return statOf(rows[0].pid).parent;
}

export type PostgresMemory = {
  connections: number;
  privateMb: number;
  largestMb: number;
  sharedMb: number;
};

/** What the sessions of PostgreSQL have in memory, each for itself (sum and largest), and what they share. */
export function postgresMemory(postmaster: number): PostgresMemory {
  const sessions = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || statOf(Number(name)).parent !== postmaster) return [];
    const isSession =
      commandOf(name).includes(' 127.0.0.1(') || commandOf(name).includes('[local]');
    return isSession ? [kilobytesOf(name, /^Private_(?:Clean|Dirty):\s+(\d+)/gm) / 1024] : [];
  });
  return {
    connections: sessions.length,
    privateMb: sessions.reduce((sum, each) => sum + each, 0),
    largestMb: Math.max(0, ...sessions),
    sharedMb: kilobytesOf(String(postmaster), /^RssShmem:\s+(\d+)/gm, 'status') / 1024,
  };
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  return kilobytesOf(String(pid), /^VmRSS:\s+(\d+)/gm, 'status') / 1024;
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function kilobytesOf(pid: string, line: RegExp, file = 'smaps_rollup'): number {
  try {
    const text = readFileSync(`/proc/${pid}/${file}`, 'utf8');
    return [...text.matchAll(line)].reduce((sum, [, number]) => sum + Number(number), 0);
  } catch {
    return 0;
  }
}

function statOf(pid: number) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program is in parentheses and may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = Number.NaN] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
    return { parent, user, system, endedChildren: endedUser + endedSystem };
  } catch {
    return { parent: Number.NaN, user: Number.NaN, system: Number.NaN, endedChildren: Number.NaN };
  }
}

export type Waits = {
  /** Sessions in a transaction or a query, at a time. */
  busy: number;
  /** What they wait for, with its share of their time, the largest first; 'running' for nothing. */
  shares: [event: string, share: number][];
};

/** Looks again and again at what the sessions of a database wait for, until stopped. */
export function watchWaits(client: pg.Client, database: string) {
  const counts = new Map<string, number>();
  let looks = 0;
  let isStopped = false;
  const look = async () => {
    while (!isStopped) {
      const { rows } = await client.query({
        name: 'waits',
        text: `select case
            when state <> 'active' then 'idle in transaction'
            else coalesce(wait_event_type || ':' || wait_event, 'running') end as event,
          count(*)::int as sessions
          from pg_stat_activity
          where datname = $1 and backend_type = 'client backend' and state <> 'idle' group by 1`,
        values: [database],
      });
      looks += 1;
      for (const { event, sessions } of rows)
        counts.set(event, (counts.get(event) ?? 0) + sessions);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  };
  const looking = look();
  return async (): Promise<Waits> => {
    isStopped = true;
    await looking;
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const shares = [...counts].map(([event, count]): [string, number] => [event, count / all]);
    shares.sort(([, one], [, other]) => other - one);
    return { busy: all / Math.max(1, looks), shares };
  };
}
