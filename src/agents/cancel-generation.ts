import type { App } from '../app.ts';
import type { TraceRow } from '../db/rows.ts';
import { conflict, requireFound } from '../errors.ts';
import { type Transaction, transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { countGeneration } from '../stats/record-counts.ts';
import { getAgent } from './agents.ts';
import { type End, endGeneration, hasMessages, recordRun } from './end-generation.ts';
import { lockGeneration } from './generation-queries.ts';
import {
  type Generation,
  readState,
  type StartedGeneration,
  withoutConversation,
} from './generation-state.ts';
import { abortHere } from './running-generations.ts';

/**
 * Cancels a generation that is running or requires action. The process that runs it aborts its call to the model and
 * records the trace. If it requires action, no process runs it, and the trace is recorded here.
 * @throws NOT_FOUND, CONFLICT (the generation has ended)
 */
export async function cancelGeneration(app: App, caller: Caller, id: string): Promise<Generation> {
  const projectId = caller.project.id;
  const { before, row } = await transact(app, caller, { locks: [] }, async (transaction) => {
    const found = await lockGeneration(transaction.db, { projectId, id });
    const before = requireFound(found, 'generation', id);
    if (before.status !== 'RUNNING' && before.status !== 'REQUIRES_ACTION') {
      throw conflict('The generation has ended.', { generationId: id });
    }
    const values = { status: 'CANCELLED' as const, idempotencyKey: null, requestHash: null };
    const row = await endGeneration(app, transaction, before, { from: before.status, values });
    return { before, row };
  });
  abortHere(app, id);
  if (before.status === 'RUNNING') return row;
  return recordWaiting(app, caller, { ...row, state: readState(before.state) });
}

/** Records the trace of a generation that required action. A failure is logged, and it stays cancelled. */
async function recordWaiting(
  app: App,
  caller: Caller,
  generation: StartedGeneration,
): Promise<Generation> {
  const { isStateless, ...waiting } = generation.state;
  const { usage, durationMs } = waiting;
  const count = (trace: TraceRow | null) =>
    countGeneration(app, { ...generation, usage, durationMs, trace });
  // A stateless generation was counted when it stopped for the calls of tools.
  if (isStateless) return generation;
  if (!hasMessages(waiting)) {
    count(null);
    return generation;
  }
  const metadata = { ...waiting.metadata, lorebaseError: 'CANCELLED' };
  const state = { ...waiting, pending: [], metadata };
  let cancelled: Generation = generation;
  try {
    const agent = await getAgent(app, generation.projectId, generation.agentId);
    const record = async (transaction: Transaction, { id: traceId }: TraceRow) => {
      const values = { status: generation.status, traceId, state: withoutConversation(state) };
      const end: End = { from: 'CANCELLED', values };
      cancelled = await endGeneration(app, transaction, generation, end);
    };
    count(await recordRun(app, caller, { agent, state }, record));
  } catch (error) {
    count(null);
    app.log.warn({ error, generation: generation.id }, 'A cancelled generation has no trace');
  }
  return cancelled;
}
