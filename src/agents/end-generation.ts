import type { App } from '../app.ts';
import type { AgentRow, GenerationRow, TraceRow } from '../db/rows.ts';
import type { Transaction } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { type Alongside, storeTrace } from '../traces/create-trace.ts';
import type { TraceMessage } from '../traces/trajectory.ts';
import { updateGeneration } from './generation-queries.ts';
import type { GenerationState, InjectedEntry } from './generation-state.ts';
import { GenerationCancelled } from './running-generations.ts';
import { contentWords, usedShare } from './used-share.ts';

/** How a generation ends or stops: the status that it must have, and its new values. */
export type End = {
  from: GenerationRow['status'];
  /** If given, the generation must not have changed since this time. */
  unchangedSince?: Date;
  values: Partial<GenerationRow> & Pick<GenerationRow, 'status'> & { state?: GenerationState };
};

/**
 * Stores the end of a generation with its event. A generation that is already CANCELLED only gets the values.
 * @throws GenerationCancelled if the generation no longer has the status `from`, or has changed; nothing may then be
 * stored
 */
export async function endGeneration(
  app: App,
  { db, record }: Transaction,
  { projectId, id, agentId }: GenerationRow,
  { from, unchangedSince, values }: End,
): Promise<GenerationRow> {
  const changed = { ...values, updatedAt: app.clock() };
  const row = await updateGeneration(db, { projectId, id, from, unchangedSince }, changed);
  if (row === null) throw new GenerationCancelled(id);
  if (from !== row.status) {
    const changes = [{ field: 'status', before: from, after: row.status }];
    record({ type: 'GENERATION_ENDED', agentId, subjectId: id, changes });
  }
  return row;
}

/** Whether the model has added messages, which a trace can record. */
export function hasMessages({ messages, given }: GenerationState): boolean {
  return messages.length > given;
}

/** Stores the run as a trace with the injected entries, whose utilities a review changes. */
export function recordRun(
  app: App,
  caller: Caller,
  {
    agent,
    state,
    traceId,
  }: { agent: AgentRow; state: GenerationState; traceId?: string | undefined },
  alongside: Alongside,
): Promise<TraceRow> {
  const draft = {
    ...(traceId ? { id: traceId } : {}),
    task: state.task,
    embeddedText: null,
    // The caller's messages are checked against this format, and our own are created in it.
    trajectory: state.messages as TraceMessage[],
    finalResponse: state.text,
    retrieved: withUse(state),
    metadata: state.metadata,
    agentId: agent.id,
    model: agent.model ?? app.chat.defaultModel,
    usage: state.usage,
    durationMs: state.durationMs,
    idempotencyKey: null,
    requestHash: null,
    review: null,
  };
  return storeTrace(app, caller, draft, alongside);
}

type UsedEntry = InjectedEntry & { used: number | null };

/** The entries that were shown to the model, each with the share (0..1) of its words that the final text contains. */
export function withUse(state: GenerationState): UsedEntry[] {
  const { shown, text } = state;
  // If there is no text, the run ended before the model answered.
  if (text === '' || shown.length === 0) return withUnknownUse(state);
  const answered = contentWords(text);
  return shown.map((one) => ({ ...one, used: usedShare(one.content, answered) }));
}

/** The entries that were shown to the model, if it is unknown which of them the model used. */
export function withUnknownUse({ shown }: GenerationState): UsedEntry[] {
  return shown.map((one) => ({ ...one, used: null }));
}
