import type { PendingWrites, Refusal } from './decide-parts.ts';
import type { Taken } from './write-round.ts';

/** A call in the queue of its writes. */
export type WaitingCall = {
  /** The writes that are neither stored nor being stored. */
  rest: PendingWrites;
  hasFailed: boolean;
  onStored: (taken: Taken) => void;
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** Reports the result of its next writes to a call. `before` are all writes that it had left before them. */
export function settle(
  call: WaitingCall,
  before: PendingWrites | undefined,
  result: Taken | Refusal | undefined,
): void {
  if (result === undefined || 'error' in result) {
    fail(call, result?.error);
    return;
  }
  if (result.outcomes.length > 0) call.onStored(result);
  if (result.outcomes.length === before?.writes.length) call.resolve();
}

export function fail(call: WaitingCall, error: unknown): void {
  call.hasFailed = true;
  call.reject(error);
}
