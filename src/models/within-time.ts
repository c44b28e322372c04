import { AnswerTimeout } from './bounded-fetch.ts';

/**
 * Runs a call with a signal that aborts after `timeoutMs` or with the caller's signal, whichever comes first.
 * Does not wait for a call that continues after the abort, such as one that waits to retry. The call gets a
 * signal of its own because the OpenAI client never releases the signal that it is given.
 * @throws AnswerTimeout, or the reason of the caller's abort
 */
export async function withinTime<Result>(
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  callerSignal?.throwIfAborted();
  const controller = new AbortController();
  let abort = (reason: unknown) => controller.abort(reason);
  const aborted = new Promise<never>((_, reject) => {
    abort = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
  });
  const onCallerAbort = () => abort(callerSignal?.reason);
  const timer = setTimeout(() => abort(new AnswerTimeout(timeoutMs)), timeoutMs);
  callerSignal?.addEventListener('abort', onCallerAbort, { once: true });
  try {
    return await Promise.race([aborted, call(controller.signal)]);
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', onCallerAbort);
  }
}
