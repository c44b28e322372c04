import { boundedText } from './bounded-text.ts';
import type { RecordedKnowledgeOptions } from './find-knowledge.ts';
import type { Lorebase } from './lorebase.ts';
import type { Run } from './run.ts';

/** Maximum number of characters of a message that become the task of its trace. A task has at most 32 KiB. */
const MAX_TASK = 8_000;
const MAX_ERROR = 1_000;

type FollowedRun = {
  /** The message of the user with which the run began. */
  task: string;
  durationMs: number;
  /** Why the run failed; null if it did not. */
  error: string | null;
  /** Records in the trace what the run did. */
  record(run: Run): void;
};

/** Stores the trace of a run that an adapter has followed to its end. */
export async function storeRun(
  lorebase: Lorebase,
  { task, durationMs, error, record }: FollowedRun,
  { judge, trace = {}, onTrace, onError }: RecordedKnowledgeOptions,
): Promise<void> {
  const failure = error === null ? {} : { error: boundedText(error, MAX_ERROR) };
  await lorebase.trace(boundedText(task, MAX_TASK), record, {
    lessons: false,
    trace: { durationMs, ...trace, metadata: { ...failure, ...trace.metadata } },
    ...(judge ? { judge } : {}),
    ...(onTrace ? { onTrace } : {}),
    ...(onError ? { onError } : {}),
  });
}
