import { boundedText } from './bounded-text.ts';
import type { CreateTraceInput, QueryReflectionsInput, ReviewInput } from './generated.ts';
import type { Judge } from './judge.ts';
import type { Lorebase } from './lorebase.ts';
import { Run } from './run.ts';
import type { ReviewedTrace, SearchResult, Trace } from './types.ts';

export type TraceOptions = {
  /** How lessons for the task are found; false finds none. */
  lessons?: Omit<QueryReflectionsInput, 'task' | 'explain'> | false;
  /** Reviews the run when it ends, unless the function has given a review. Without a judge, runs wait for `review`. */
  judge?: Judge;
  /** Further fields of the trace, such as `agentId`, `model` or `metadata`. */
  trace?: Partial<Omit<CreateTraceInput, 'task' | 'trajectory' | 'retrievedEntryIds' | 'review'>>;
  /** Called with the stored trace, also of a run that threw. */
  onTrace?: (finished: FinishedRun<unknown>) => void;
  /**
   * Called when lessons cannot be found, or the run cannot be judged or recorded. The run then continues without them.
   * Without `onError`, `trace` fails with that error. If the function itself has failed, `trace` always throws the
   * error of the function, and without `onError` it writes that of the recording to the console.
   */
  onError?: (error: unknown) => void;
  /** Cancels the calls to the server. It does not cancel the function. */
  signal?: AbortSignal;
};

/** A run that is recorded. */
export type FinishedRun<Value> = {
  /** What the function returned. */
  value: Value;
  /** The stored trace; null if it could not be stored, and `onError` was called. */
  trace: Trace | null;
  /** Reviews the run now, or replaces its review. */
  review(review: ReviewInput): Promise<ReviewedTrace>;
};

/** Limits of a trace of the server (docs/limits.md), and of the text of an error. */
const MAX_FEEDBACK = 16_000;
const MAX_ERROR = 1_000;

type Found = { augmentedTask: string; results: readonly SearchResult[] };

type Ended<Value> = { value: Value } | { error: unknown };

/** Runs a function as one run of an agent and stores its trace; see `Lorebase.trace`. */
export async function traceRun<Value>(
  lorebase: Lorebase,
  givenTask: string,
  act: (run: Run) => Value | Promise<Value>,
  options: TraceOptions = {},
): Promise<FinishedRun<Value>> {
  const task = boundedText(givenTask);
  const guard = guardOf(options);
  const call = options.signal ? { signal: options.signal } : {};
  const nothing: Found = { augmentedTask: task, results: [] };
  const { lessons = {} } = options;
  const found =
    lessons === false
      ? nothing
      : await guard<Found>(() => lorebase.augmentTask({ ...lessons, task }, call), nothing);
  const run = new Run(task, found);
  const startedAt = performance.now();
  const ended = await settled(() => act(run));
  const durationMs = Math.round(performance.now() - startedAt);
  if ('value' in ended && typeof ended.value === 'string' && run.finalResponse === null) {
    run.respond(ended.value);
  }

  const store = async () => {
    const review = run.givenReview ?? (await judged(run, ended, options));
    const input = { durationMs, ...(await run.toTrace()), ...options.trace };
    const metadata = 'error' in ended ? { error: boundedText(String(ended.error), MAX_ERROR) } : {};
    return lorebase.createTrace(
      {
        ...input,
        metadata: { ...metadata, ...options.trace?.metadata },
        ...(review === null ? {} : { review: withBoundedFeedback(review) }),
      },
      call,
    );
  };
  const finish = (trace: Trace | null, value: Value): FinishedRun<Value> => ({
    value,
    trace,
    review: async (review) => {
      if (trace === null) throw new TypeError('The run has no trace to review');
      return lorebase.reviewTrace({ ...review, traceId: trace.id, replace: true });
    },
  });

  if ('error' in ended)
    return rethrow(ended.error, store, (trace) => finish(trace, undefined as Value), options);
  const finished = finish(await guard(store, null), ended.value);
  if (finished.trace !== null) options.onTrace?.(finished);
  return finished;
}

/** A review whose feedback is not too long, such as that of a chat model. The trace would be refused with it. */
function withBoundedFeedback({ feedback, ...review }: ReviewInput): ReviewInput {
  return typeof feedback === 'string'
    ? { ...review, feedback: boundedText(feedback, MAX_FEEDBACK) }
    : review;
}

/** Stores the trace of a run that failed, and throws its error, also if storing fails: the caller handles that one. */
async function rethrow(
  error: unknown,
  store: () => Promise<Trace>,
  finish: (trace: Trace) => FinishedRun<unknown>,
  { onTrace, onError }: TraceOptions,
): Promise<never> {
  const stored = await settled(store);
  if ('value' in stored) onTrace?.(finish(stored.value));
  else if (onError) onError(stored.error);
  else console.error('A run failed, and its trace could not be stored:', stored.error);
  throw error;
}

/** The review by the judge. Null without a judge, or if the judge failed and `onError` was called. */
async function judged(
  run: Run,
  ended: Ended<unknown>,
  options: TraceOptions,
): Promise<ReviewInput | null> {
  const { judge } = options;
  if (judge === undefined) return null;
  await run.recorded();
  const { task, messages, finalResponse } = run;
  const view = {
    task,
    messages,
    finalResponse,
    value: 'value' in ended ? ended.value : undefined,
    error: 'error' in ended ? ended.error : undefined,
  };
  return guardOf(options)(async () => judge(view), null);
}

/**
 * Runs a step without which the run can continue. If it fails, `onError` gets the error and the result is `otherwise`;
 * without `onError`, the error is thrown.
 */
function guardOf({ onError }: TraceOptions) {
  return async <T>(step: () => Promise<T>, otherwise: T): Promise<T> => {
    const result = await settled(step);
    if ('value' in result) return result.value;
    if (onError === undefined) throw result.error;
    onError(result.error);
    return otherwise;
  };
}

async function settled<Value>(act: () => Value | Promise<Value>): Promise<Ended<Value>> {
  try {
    return { value: await act() };
  } catch (error) {
    return { error };
  }
}
