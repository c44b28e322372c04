import postgres from 'postgres';
import { settingsOfDatabase } from '../../src/db/distribute.ts';

/**
 * The databases of tests on the PostgreSQL server of `TEST_DATABASE_URL`. With `TEST_CITUS=1`, the server is the
 * coordinator of a Citus cluster, and the workers are registered in the database of the URL.
 */

export const server = process.env.TEST_DATABASE_URL;

export const isCitus = Boolean(server) && process.env.TEST_CITUS === '1';

/** The URL of a database on the server. */
export function urlOf(name: string): string {
  return ofDatabase(server ?? '', name);
}

/** Creates a database as a copy of the template or, without one, an empty database on the coordinator alone. */
export async function createOnNodes(name: string, template: string | null): Promise<void> {
  const copied = template === null ? '' : ` TEMPLATE ${template}`;
  const nodes = template === null ? [urlOf('postgres')] : await nodeUrls();
  await onEach(nodes, async (sql) => {
    await sql.unsafe(`CREATE DATABASE ${name}${copied}`);
    // A copy does not have the settings of its template.
    for (const setting of isCitus ? settingsOfDatabase(name) : []) await sql.unsafe(setting);
  });
}

/** Drops a database, on the coordinator first, which connects to the workers. */
export async function dropOnNodes(name: string): Promise<void> {
  for (const url of await nodeUrls()) {
    await onEach([url], (sql) => sql.unsafe(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  }
}

/** Creates an empty database for a template; on Citus on every node, with the workers registered. */
export async function createTemplate(name: string): Promise<void> {
  const nodes = await nodeUrls();
  await onEach(nodes, (sql) => sql.unsafe(`CREATE DATABASE ${name}`));
  if (!isCitus) return;
  const own = nodes.map((url) => ofDatabase(url, name));
  await onEach(own, (sql) => sql.unsafe('CREATE EXTENSION citus'));
  const [coordinator, ...workers] = nodes.map((url) => new URL(url));
  await onEach([urlOf(name)], async (sql) => {
    await sql`select citus_set_coordinator_host(${coordinator?.hostname ?? ''}, ${portOf(coordinator)})`;
    for (const { hostname, port } of workers) {
      await sql`select citus_add_node(${hostname}, ${Number(port)})`;
    }
  });
}

/** Ends the connections to a template and refuses others, since a database in use cannot be copied. */
export async function closeTemplate(name: string): Promise<void> {
  for (const url of await nodeUrls()) {
    await onEach([url], async (sql) => {
      await sql.unsafe(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${name}`;
    });
  }
}

/** The URLs of the nodes' databases `postgres`, the coordinator first. */
async function nodeUrls(): Promise<string[]> {
  const coordinator = urlOf('postgres');
  if (!isCitus) return [coordinator];
  const workers = await onEach([server ?? ''], async (sql) => {
    const rows = await sql`select nodename, nodeport from pg_dist_node where groupid <> 0`;
    return rows.map(({ nodename, nodeport }) => {
      const url = new URL(coordinator);
      url.host = `${nodename}:${nodeport}`;
      return url.href;
    });
  });
  return [coordinator, ...workers.flat()];
}

async function onEach<T>(
  urls: readonly string[],
  run: (sql: postgres.Sql) => PromiseLike<T>,
): Promise<T[]> {
  return Promise.all(
    urls.map(async (url) => {
      const sql = postgres(url, { max: 1, onnotice: () => {} });
      try {
        return await run(sql);
      } finally {
        await sql.end();
      }
    }),
  );
}

function ofDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function portOf(url: URL | undefined): number {
  return Number(url?.port || 5432);
}
