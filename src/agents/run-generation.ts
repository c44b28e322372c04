import type { App } from '../app.ts';
import { failureCode, isUnavailable } from '../db/failures.ts';
import type { AgentRow, GenerationRow, TraceRow } from '../db/rows.ts';
import { DomainError, ERROR_CODES } from '../errors.ts';
import { transact } from '../events/transact.ts';
import type { Caller } from '../projects/viewer.ts';
import { countGeneration, countTrace } from '../stats/record-counts.ts';
import { type End, endGeneration, hasMessages, recordRun } from './end-generation.ts';
import {
  type GenerationResult,
  type GenerationState,
  withoutConversation,
} from './generation-state.ts';
import { findGenerations, findTraceOf } from './generations.ts';
import { type Listener, runSteps, type StepOutcome } from './run-steps.ts';
import { GenerationCancelled } from './running-generations.ts';
import { retryStoring, storeOrRetry } from './store-again.ts';

export type RunOptions = {
  listener?: Listener;
  /** Aborted when the caller disconnects. This cancels the generation. */
  signal?: AbortSignal;
  /** The id of the trace, if it is sent to the caller before the run has ended. */
  traceId?: string;
  /** True if the caller sends the whole conversation with each call and never continues a generation. */
  isStateless?: boolean;
};

/** A generation whose row is RUNNING, with what the calls of the model need. */
export type Run = {
  row: GenerationRow;
  agent: AgentRow;
  state: GenerationState;
  /** Null if the agent does not have the tool `write_memory`. */
  writeMemoryId: string | null;
  temperature: number | null;
  options: RunOptions;
  /** Aborted when the generation is cancelled or the caller disconnects. */
  signal: AbortSignal;
  /** The state to which a continued generation returns if it fails: it then requires action again. */
  before?: GenerationState;
  /** The time at which the run ended. The end can be stored much later, after an outage of the database. */
  endedAt?: Date;
};

/**
 * Calls the model and its tools, and stores how that ended: with the trace of an ended run, or with the state
 * of a generation that requires action. While the database is unavailable, the end is stored again and again.
 * @throws CHAT_NOT_CONFIGURED, CHAT_UNAVAILABLE, EMBEDDING_UNAVAILABLE, CONFLICT (it was cancelled)
 */
export async function runGeneration(app: App, caller: Caller, run: Run): Promise<GenerationResult> {
  const { row, agent, state, writeMemoryId, temperature, options, signal } = run;
  const { listener } = options;
  listener?.onStart?.({ ...row, state });
  const steps = { agent, model: agent.model, temperature, writeMemoryId, signal, listener };
  const status = await runSteps(app, caller, steps, state).catch(async (error: unknown) => {
    throw await storeFailure(app, caller, run, error);
  });
  const ended = { ...run, endedAt: app.clock() };
  return storeOrRetry(app, row, () => storeSuccess(app, caller, ended, status));
}

/**
 * Stores the end of a run that has not failed. If the end cannot be stored although the database is available, the run
 * is stored as failed.
 */
async function storeSuccess(
  app: App,
  caller: Caller,
  run: Run,
  status: StepOutcome,
): Promise<GenerationResult> {
  try {
    return status === 'REQUIRES_ACTION'
      ? await storeWaiting(app, caller, run)
      : await storeEnded(app, caller, run, { from: 'RUNNING', values: { status } });
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const stored = await findSuccess(app, run, status);
    if (stored !== null) return stored;
    throw await storeFailure(app, caller, run, error);
  }
}

/**
 * The end of a run, if an earlier attempt has stored it and only the answer of the database was lost; otherwise null.
 */
async function findSuccess(
  app: App,
  run: Run,
  status: StepOutcome,
): Promise<GenerationResult | null> {
  const { projectId, id } = run.row;
  const [row] = await findGenerations(app, projectId, [id]);
  if (row?.status !== status) return null;
  const trace = await findTraceOf(app, row);
  const state = { ...run.state, durationMs: durationOf(app, run) };
  if (trace) countTrace(app, trace);
  if (status !== 'REQUIRES_ACTION' || run.options.isStateless) {
    countEnded(app, { ...run, row, state }, trace);
  }
  return { ...row, state, trace };
}

async function storeWaiting(app: App, caller: Caller, run: Run): Promise<GenerationResult> {
  const state = { ...run.state, durationMs: durationOf(app, run) };
  const stored = run.options.isStateless
    ? { ...withoutConversation(state), isStateless: true as const }
    : state;
  const end: End = { from: 'RUNNING', values: { status: 'REQUIRES_ACTION', state: stored } };
  const row = await transact(app, caller, { locks: [] }, (transaction) =>
    endGeneration(app, transaction, run.row, end),
  );
  // A stateless generation is never continued, so it ends here.
  if (run.options.isStateless) countEnded(app, { ...run, row, state }, null);
  return { ...row, state, trace: null };
}

/** Stores the trace of a run and the end of its generation in one transaction. */
async function storeEnded(
  app: App,
  caller: Caller,
  run: Run,
  { from, values }: End,
): Promise<GenerationResult> {
  const state = { ...run.state, durationMs: durationOf(app, run) };
  const recorded = { agent: run.agent, state, traceId: run.options.traceId };
  let { row } = run;
  const trace = await recordRun(app, caller, recorded, async (transaction, { id: traceId }) => {
    const end = { from, values: { ...values, traceId, state: withoutConversation(state) } };
    row = await endGeneration(app, transaction, run.row, end);
  });
  countEnded(app, { ...run, row, state }, trace);
  return { ...row, state, trace };
}

/**
 * Stores that a generation failed or was cancelled, with a trace of what the model said. Returns the error for the
 * caller. If the database is unavailable, it is stored later, and the caller does not wait for that.
 */
export async function storeFailure(
  app: App,
  caller: Caller,
  run: Run,
  error: unknown,
): Promise<unknown> {
  const { reason } = run.signal;
  const failure = reason instanceof DomainError ? reason : error;
  const ended = { ...run, endedAt: run.endedAt ?? app.clock() };
  const store = () => storeFailureOnce(app, caller, ended, failure);
  try {
    return await store();
  } catch (cause) {
    // The end of a cancelled generation is stored already, and its idempotency key is released.
    if (isUnavailable(cause) && !(failure instanceof GenerationCancelled)) {
      void retryStoring(app, run.row, store);
    } else {
      const { id: generation } = run.row;
      app.log.warn({ error: cause, generation }, 'The end of a failed generation was not stored');
    }
    return failure;
  }
}

async function storeFailureOnce(
  app: App,
  caller: Caller,
  run: Run,
  failure: unknown,
): Promise<unknown> {
  try {
    await storeFailedEnd(app, caller, run, failure);
    return failure;
  } catch (cause) {
    // The generation was cancelled after it had failed.
    const isLate =
      cause instanceof GenerationCancelled && !(failure instanceof GenerationCancelled);
    if (!isLate) throw cause;
    const { projectId, id } = run.row;
    const [stored] = await findGenerations(app, projectId, [id]);
    const isCancelled = stored === undefined || stored.status === 'CANCELLED';
    // Otherwise an earlier attempt stored the end, and only the database's answer was lost, or another process has
    // ended it.
    return isCancelled ? storeFailure(app, caller, run, cause) : failure;
  }
}

async function storeFailedEnd(app: App, caller: Caller, run: Run, failure: unknown): Promise<void> {
  const end = endOfFailure(app, run, failure);
  if (end.values.status !== 'REQUIRES_ACTION' && hasMessages(run.state)) {
    const lorebaseError = end.values.status === 'CANCELLED' ? 'CANCELLED' : failureCode(failure);
    const state = { ...run.state, metadata: { ...run.state.metadata, lorebaseError } };
    try {
      await storeEnded(app, caller, { ...run, state }, end);
      return;
    } catch (cause) {
      if (cause instanceof GenerationCancelled || isUnavailable(cause)) throw cause;
      app.log.warn({ error: cause, agent: run.agent.id }, 'A failed generation has no trace');
    }
  }
  const state = { ...run.state, durationMs: durationOf(app, run) };
  // A continuation that failed restores the state before it (`end.values`).
  const values = { state: withoutConversation(state), ...end.values };
  const row = await transact(app, caller, { locks: [] }, (transaction) =>
    endGeneration(app, transaction, run.row, { ...end, values }),
  );
  if (row.status !== 'REQUIRES_ACTION') countEnded(app, { ...run, row, state }, null);
}

function countEnded(app: App, { row, state }: Run, trace: TraceRow | null): void {
  const { usage, durationMs } = state;
  countGeneration(app, { ...row, usage, durationMs, trace });
}

/**
 * A generation that failed or was cancelled no longer has its idempotency key: the call can be repeated. One that
 * requires action again keeps the time, the tokens and the memory writes of the failed run.
 */
function endOfFailure(app: App, run: Run, failure: unknown): End {
  const { signal, before } = run;
  const released = { idempotencyKey: null, requestHash: null };
  if (failure instanceof GenerationCancelled) {
    return { from: 'CANCELLED', values: { status: 'CANCELLED' } };
  }
  if (signal.aborted) return { from: 'RUNNING', values: { status: 'CANCELLED', ...released } };
  if (before) {
    const { usage, writes } = run.state;
    const state = { ...before, usage, writes, durationMs: durationOf(app, run) };
    return { from: 'RUNNING', values: { status: 'REQUIRES_ACTION', state } };
  }
  const code = failureCode(failure);
  const message = failure instanceof DomainError ? failure.message : ERROR_CODES[code];
  const error = `${code}: ${message}`;
  return { from: 'RUNNING', values: { status: 'FAILED', error, ...released } };
}

/** How long the generation has run, in milliseconds, without the time in which it required action. */
function durationOf(app: App, { row, state, endedAt = app.clock() }: Run): number {
  return state.durationMs + Math.max(0, endedAt.getTime() - row.updatedAt.getTime());
}
