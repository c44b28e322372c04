import { and, asc, count, eq, or, placeholder, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Order, type Slice, type SortKey } from '../db/page.ts';
import { isAnyOf, prepared } from '../db/prepared-queries.ts';
import type { AgentRow } from '../db/rows.ts';
import { agents, generations } from '../db/tables/agents.ts';

export async function insertAgent(db: Database, row: AgentRow): Promise<void> {
  await db.insert(agents).values(row);
}

export async function updateAgentRow(
  db: Database,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
  values: Partial<AgentRow>,
): Promise<AgentRow | null> {
  const rows = await db
    .update(agents)
    .set(values)
    .where(and(eq(agents.projectId, projectId), eq(agents.id, id)))
    .returning();
  return rows[0] ?? null;
}

export async function deleteAgentRow(
  db: Database,
  { projectId, id }: Pick<AgentRow, 'projectId' | 'id'>,
): Promise<AgentRow | null> {
  const rows = await db
    .delete(agents)
    .where(and(eq(agents.projectId, projectId), eq(agents.id, id)))
    .returning();
  return rows[0] ?? null;
}

export function selectAgentsByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<AgentRow[]> {
  const query = prepared(db, 'agents_by_id', () =>
    db
      .select()
      .from(agents)
      .where(and(eq(agents.projectId, placeholder('projectId')), isAnyOf(agents.id, 'ids'))),
  );
  return query.execute({ projectId, ids });
}

/** The id of the agent with a name; null if there is none. */
export async function selectAgentIdByName(
  db: Database,
  projectId: string,
  name: string,
): Promise<string | null> {
  const [agent] = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.projectId, projectId), eq(agents.name, name)));
  return agent?.id ?? null;
}

/** The agents that read one of the memories by its id, or write to one, in the order of creation. */
export function selectAgentsOfMemories(
  db: Database,
  projectId: string,
  memoryIds: readonly string[],
): Promise<AgentRow[]> {
  const ids = sql`${placeholder('memoryIds')}::text[]`;
  const query = prepared(db, 'agents_of_memories', () =>
    db
      .select()
      .from(agents)
      .where(
        and(
          eq(agents.projectId, placeholder('projectId')),
          or(
            sql`${agents.knowledgeConfig} -> 'scope' -> 'memoryIds' ?| ${ids}`,
            sql`${agents.knowledgeConfig} ->> 'writeMemoryId' = any(${ids})`,
          ),
        ),
      )
      .orderBy(asc(agents.id)),
  );
  return query.execute({ projectId, memoryIds });
}

export function selectAgents(
  db: Database,
  projectId: string,
  { where, orderBy, limit }: Slice,
): Promise<AgentRow[]> {
  return db
    .select()
    .from(agents)
    .where(and(eq(agents.projectId, projectId), where))
    .orderBy(...orderBy)
    .limit(limit);
}

/** The schema's `AgentOrder`. */
export type AgentOrder = {
  field: 'NAME' | 'CREATED_AT' | 'UPDATED_AT';
  direction: Order<unknown>['direction'];
};

export function agentOrder({ field, direction }: AgentOrder): Order<AgentRow> {
  const last = byId<AgentRow>('agents', agents.id, direction);
  if (field === 'CREATED_AT') return last;
  const key: SortKey<AgentRow> =
    field === 'NAME'
      ? { expression: sql`${agents.name} collate "C"`, type: 'text', of: ({ name }) => name }
      : { expression: agents.updatedAt, type: 'timestamptz', of: ({ updatedAt }) => updatedAt };
  return { ...last, name: `agents by ${field}`, keys: [key, ...last.keys] };
}

export async function countAgents(db: Database, projectId: string): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(agents)
    .where(eq(agents.projectId, projectId));
  return rows[0]?.total ?? 0;
}

/** Deletes all agents of a project with their generations. Returns the numbers of both. */
export async function deleteAllAgents(
  db: Database,
  projectId: string,
): Promise<{ agents: number; generations: number }> {
  const ofProject = eq(agents.projectId, projectId);
  const [ofAgents, ofGenerations] = await Promise.all([
    db.$count(agents, ofProject),
    db.$count(generations, eq(generations.projectId, projectId)),
  ]);
  await db.delete(agents).where(ofProject);
  return { agents: ofAgents, generations: ofGenerations };
}
