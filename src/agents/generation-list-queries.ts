import { and, count, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { byId, type Slice } from '../db/page.ts';
import type { GenerationRow } from '../db/rows.ts';
import { generations } from '../db/tables/agents.ts';
import { withoutState } from './generation-queries.ts';

export function selectGenerationsByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<GenerationRow[]> {
  return db
    .select(withoutState)
    .from(generations)
    .where(and(eq(generations.projectId, projectId), inArray(generations.id, [...ids])));
}

/** Null means no condition. */
export type GenerationFilter = { agentId: string | null; status: GenerationRow['status'] | null };

export const GENERATION_ORDER = byId<GenerationRow>('generations', generations.id);

export function selectGenerations(
  db: Database,
  { projectId, filter }: { projectId: string; filter: GenerationFilter },
  { where, orderBy, limit }: Slice,
): Promise<GenerationRow[]> {
  return db
    .select(withoutState)
    .from(generations)
    .where(and(matches(projectId, filter), where))
    .orderBy(...orderBy)
    .limit(limit);
}

export async function countGenerations(
  db: Database,
  projectId: string,
  filter: GenerationFilter,
): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(generations)
    .where(matches(projectId, filter));
  return rows[0]?.total ?? 0;
}

function matches(projectId: string, { agentId, status }: GenerationFilter): SQL | undefined {
  return and(
    eq(generations.projectId, projectId),
    agentId === null ? undefined : eq(generations.agentId, agentId),
    status === null ? undefined : eq(generations.status, status),
  );
}
