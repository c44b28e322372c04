import type { App } from '../app.ts';
import { type Page, type PageRequest, readPage } from '../db/page.ts';
import type { GenerationRow, TraceRow } from '../db/rows.ts';
import { findTraces } from '../traces/traces.ts';
import { getAgent } from './agents.ts';
import {
  countGenerations,
  GENERATION_ORDER,
  type GenerationFilter,
  selectGenerations,
  selectGenerationsByIds,
} from './generation-list-queries.ts';
import { selectStates } from './generation-queries.ts';
import { type GenerationState, readState } from './generation-state.ts';

export function findGenerations(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<GenerationRow[]> {
  return selectGenerationsByIds(app.db, projectId, ids);
}

/** The trace of a generation that has ended; null if it has none. */
export async function findTraceOf(
  app: App,
  { projectId, traceId }: Pick<GenerationRow, 'projectId' | 'traceId'>,
): Promise<TraceRow | null> {
  const [trace = null] = traceId ? await findTraces(app, projectId, [traceId]) : [];
  return trace;
}

/** The states of generations, by their ids. */
export async function findStates(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, GenerationState>> {
  const rows = await selectStates(app.db, projectId, ids);
  return new Map(rows.map(({ id, state }) => [id, readState(state)]));
}

/** A page of the project's generations, newest first. @throws NOT_FOUND (the agent), BAD_USER_INPUT */
export async function listGenerations(
  app: App,
  projectId: string,
  { agentId = null, status = null, ...request }: PageRequest & Partial<GenerationFilter>,
): Promise<Page<GenerationRow>> {
  const filter: GenerationFilter = { agentId, status };
  if (agentId !== null) await getAgent(app, projectId, agentId);
  return readPage({
    order: GENERATION_ORDER,
    request,
    read: (slice) => selectGenerations(app.db, { projectId, filter }, slice),
    count: () => countGenerations(app.db, projectId, filter),
  });
}
