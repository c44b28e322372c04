import { sql } from 'drizzle-orm';
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Connection, Database } from './database.ts';
import { quoteLiteral } from './embedding-space.ts';
import { SEARCH_SETTINGS } from './hnsw-index.ts';
import { ONE_ROW } from './prepared-queries.ts';
import { tables } from './tables/all-tables.ts';

/** Distributes the tables over the workers of Citus, by project (docs/scaling.md). */

/** The column by which every table is distributed. */
const PROJECT = 'project_id';

/** The functions that queries call. Functions of indexes need not be listed: Citus creates them with the tables. */
const FUNCTIONS = [
  'lorebase_sums(integer[], integer[])',
  'lorebase_without(jsonb, text[], text[])',
];

/** The names of all tables, each after the tables that its foreign keys refer to. */
export function tablesToDistribute(): string[] {
  const ordered = new Set<PgTable>();
  const visit = (table: PgTable) => {
    if (ordered.has(table)) return;
    for (const key of getTableConfig(table).foreignKeys) visit(key.reference().foreignTable);
    ordered.add(table);
  };
  visit(tables.projects);
  for (const table of Object.values(tables)) visit(table);
  return [...ordered].map((table) => getTableConfig(table).name);
}

/**
 * Distributes the tables that are not distributed yet, with their rows, and sets the settings of searches for
 * the connections between the nodes. Returns the names of these tables. It can be repeated.
 * @throws Error if the database is without Citus
 */
export async function distributeTables(connection: Connection): Promise<string[]> {
  if (connection.kind === 'embedded') {
    throw new Error('Citus needs DATABASE_URL, the URL of its coordinator.');
  }
  if (!connection.isDistributed) {
    throw new Error(
      'The database is without the extension Citus. Run CREATE EXTENSION citus on all nodes and add ' +
        'the workers with citus_add_node, as docs/scaling.md describes.',
    );
  }
  return connection.exclusively(async (db) => {
    const known = await selectDistributed(db);
    const added = tablesToDistribute().filter((name) => !known.has(name));
    for (const name of added) await distribute(db, name);
    for (const name of FUNCTIONS) await call(db, `create_distributed_function('${name}')`);
    for (const name of added)
      await call(db, `truncate_local_data_after_distributing_table('${name}')`);
    await applySettings(db);
    return added;
  });
}

/** The statements that give the settings of searches also to the connections between the nodes. */
export function settingsOfDatabase(name: string): string[] {
  return Object.entries(SEARCH_SETTINGS).map(
    ([setting, value]) => `ALTER DATABASE "${name}" SET ${setting} = '${value}'`,
  );
}

async function selectDistributed(db: Database): Promise<Set<string>> {
  const rows = await db
    .select({ name: sql<string>`logicalrelid::text` })
    .from(sql`pg_dist_partition`);
  return new Set(rows.map(({ name }) => name));
}

async function distribute(db: Database, name: string): Promise<void> {
  const together = name === 'projects' ? '' : `, colocate_with => 'projects'`;
  await call(db, `create_distributed_table('${name}', '${PROJECT}'${together})`);
}

async function applySettings(db: Database): Promise<void> {
  const [own] = await db.select({ name: sql<string>`current_database()` }).from(ONE_ROW);
  for (const statement of settingsOfDatabase(own?.name ?? '')) {
    // A worker refuses the statement if it would also have to send it to other nodes.
    const alone = `DO $$ BEGIN SET LOCAL citus.enable_ddl_propagation = off; ${statement}; END $$`;
    const failed = await db
      .select({ node: sql<string>`nodeid`, result: sql<string>`result` })
      .from(sql`run_command_on_all_nodes(${sql.raw(quoteLiteral(alone))})`)
      .where(sql`not success`);
    for (const { node, result } of failed) {
      throw new Error(`${statement} failed on node ${node}: ${result}`);
    }
  }
}

function call(db: Database, expression: string): Promise<unknown> {
  return db.execute(sql.raw(`SELECT ${expression}`));
}
