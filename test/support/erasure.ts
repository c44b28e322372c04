import { and, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { App } from '../../src/app.ts';
import { tables } from '../../src/db/tables/all-tables.ts';
import type { TestProject } from './server.ts';

export const ERASE = `mutation ($input: EraseDataInput!) { eraseData(input: $input) { erased { memories entries
  derivedEntries revisions traces generations agents events quotingTraceIds } } }`;
const TRACE =
  'mutation ($input: CreateTraceInput!) { createTrace(input: $input) { trace { id reflectionStatus } } }';
const EVENTS =
  'query ($after: String) { events(after: $after, first: 100) { nodes { type cursor changes { field after } } } }';

/** A word in every text that is to be erased. */
export const SECRET = 'xylophonist';
export const PERSON = { person: 'p-17' };

/** Thresholds at which no text is merged into another. */
export const ALONE = { duplicateThreshold: 1, updateThreshold: 1 };

export const erase = async (project: TestProject, input: object) =>
  (await project.run(ERASE, { input }, project.keys.ADMIN)).eraseData.erased;

export const everything = async (project: TestProject) => {
  const { project: own } = await project.run('{ project { name } }');
  return { everything: true, confirmName: own.name };
};

export const trace = async (project: TestProject, input: object) =>
  (await project.run(TRACE, { input: { task: 'A task', ...input } })).createTrace.trace.id;

export const eventsOf = async (project: TestProject, after: string | null = null) => {
  return (await project.run(EVENTS, { after })).events.nodes;
};

export const lastCursorOf = async (project: TestProject) => (await eventsOf(project)).at(-1).cursor;

/** The names of the tables in which a row of the project meets a condition. */
export async function tablesWith(
  { db }: App,
  projectId: string,
  condition: SQL = sql`true`,
): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.values<unknown>(tables)) {
    if (!(table instanceof PgTable)) continue;
    const { name } = getTableConfig(table);
    const rows = await db
      .select({ total: sql<number>`count(*)::int` })
      .from(sql.raw(`${name} as held`))
      .where(and(sql`held.project_id = ${projectId}`, condition));
    if ((rows[0]?.total ?? 0) > 0) found.push(name);
  }
  return found;
}

export const tablesWithSecret = (app: App, projectId: string) =>
  tablesWith(app, projectId, sql`lower(held::text) like ${`%${SECRET}%`}`);
