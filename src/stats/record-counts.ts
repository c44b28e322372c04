import type { App } from '../app.ts';
import type { TraceRow } from '../db/rows.ts';
import type { Counts } from './count-columns.ts';
import { oneOf } from './count-columns.ts';
import { latencyClass } from './latency.ts';

/** Counts writes, searches and generations. Call these after the commit, and not for dry runs or repeated answers. */

/** Counts the writes of one memory by their outcome. */
export function countWrites(
  app: App,
  of: { projectId: string; memoryId: string },
  actions: readonly ('CREATED' | 'UPDATED' | 'SKIPPED')[],
): void {
  const number = (wanted: string) => actions.filter((action) => action === wanted).length;
  const [created, updated, skipped] = [number('CREATED'), number('UPDATED'), number('SKIPPED')];
  if (actions.length > 0) app.stats.add(of, { created, updated, skipped });
}

/** Counts a search that began at a time of `performance.now()`. */
export function countSearch(
  app: App,
  of: { projectId: string; memoryId?: string },
  startedAt: number,
): void {
  const searchLatencies = oneOf(latencyClass(performance.now() - startedAt));
  app.stats.add(of, { searches: 1, searchLatencies });
}

/** Counts a stored trace with its tokens and, if it has one, its review. */
export function countTrace(app: App, trace: TraceRow): void {
  const { inputTokens, outputTokens } = trace;
  const tokens = { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 };
  app.stats.add(trace, { traces: 1, ...tokens, ...reviewOf(trace) });
}

/** Counts the review of a trace. */
export function countReview(app: App, trace: TraceRow): void {
  app.stats.add(trace, reviewOf(trace));
}

function reviewOf({ reviewResult, reviewReward }: TraceRow): Partial<Counts> {
  if (reviewResult === null) return {};
  const result = reviewResult === 'PASS' ? { passed: 1 } : { failed: 1 };
  return { ...result, rewardSum: reviewReward ?? 0 };
}

export type EndedGeneration = {
  status: string;
  projectId: string;
  agentId: string;
  /** The running time, without the time in which the generation waited for the results of tools. */
  durationMs: number;
  usage: { inputTokens: number; outputTokens: number };
  trace: TraceRow | null;
};

/** Counts a generation that has ended, with any status. The tokens in its trace were counted with the trace. */
export function countGeneration(app: App, ended: EndedGeneration): void {
  const { projectId, agentId, durationMs, usage, trace, status } = ended;
  app.metrics.generations.inc({ status });
  const isCounted = trace !== null && trace.inputTokens !== null;
  const { inputTokens, outputTokens } = isCounted ? { inputTokens: 0, outputTokens: 0 } : usage;
  const generationLatencies = oneOf(latencyClass(durationMs));
  app.stats.add(
    { projectId, agentId },
    { generations: 1, inputTokens, outputTokens, generationLatencies },
  );
}
