import { deserialize, serialize } from 'node:v8';
import type { App } from '../../app.ts';
import { type Failure, failureOf } from '../../db/failures.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import type { Caller } from '../../projects/viewer.ts';
import { needsOwnTransaction, type WriteRequest, writeInProcess } from './write-in-process.ts';
import type { Written } from './write-set.ts';

/**
 * Of the workers of a server, one writes the texts of a project for all of them, so that these share its requests to
 * the embedding model, its transactions, and what it knows of the project
 * (docs/decisions/063-one-writer-for-a-project.md).
 */

/** What a worker sends to the one that writes. */
type ForwardedWrites = {
  caller: Caller;
  request: Pick<WriteRequest, 'memoryId' | 'items' | 'rules'>;
};

/** What that worker answers. */
type ForwardedAnswer =
  | { outcomes: (Written | SentRefusal)[] }
  | { error: SentRefusal | { message: string; stack: string; failure: Failure | null } };

/** The fields of a DomainError. `serialize` alone would keep only its message and stack. */
type SentRefusal = { code: ErrorCode; message: string; details: Record<string, unknown> };

/**
 * Writes texts to a memory; every text that enters a memory is written here. Returns the outcome of each item, or its
 * error, in order.
 *
 * The texts of a large call are stored in several transactions, unless something is stored alongside. After an
 * error, the first of them can be stored; the repeated call skips them.
 * @throws NOT_FOUND, BAD_USER_INPUT (rules), QUOTA_EXCEEDED, EMBEDDING_UNAVAILABLE (nothing was stored)
 */
export async function writeTexts(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  const answer = isShared(caller, request) ? await askOwner(app, caller, request) : null;
  if (answer === null) return writeInProcess(app, caller, request);
  if ('outcomes' in answer) {
    return answer.outcomes.map((outcome) => ('code' in outcome ? received(outcome) : outcome));
  }
  const { error } = answer;
  throw 'code' in error
    ? received(error)
    : Object.assign(new Error(error.message), { stack: error.stack }, error.failure);
}

/**
 * A call with more texts is written where it arrives, since it has requests to the model and transactions of its own.
 */
const BULK_TEXTS = 16;

/**
 * Whether another worker may write the texts: a few, which need no transaction of their own, and are recognised if they
 * are written again after that worker has ended.
 */
function isShared(caller: Caller, request: WriteRequest): boolean {
  const { items, dryRun, alsoEmbed } = request;
  const isSmall = items.length <= BULK_TEXTS;
  const areRecognised = items.every(
    ({ kind, idempotencyKey }) => kind === 'FACT' || idempotencyKey !== null,
  );
  return isSmall && areRecognised && !dryRun && !alsoEmbed && !needsOwnTransaction(caller, request);
}

/**
 * Asks the worker that writes for the project. Returns null if that is this process, if it takes no calls, or if it
 * ended. What it had stored then is skipped when it is written again.
 */
async function askOwner(
  app: App,
  caller: Caller,
  { memoryId, items, rules }: WriteRequest,
): Promise<ForwardedAnswer | null> {
  const owner = app.workerCalls.ownerOf(caller.project.id);
  if (owner === null) return null;
  const { project, actor, isRoot } = caller;
  const request: ForwardedWrites = {
    caller: { project, actor, isRoot },
    request: { memoryId, items, rules },
  };
  const answer = await app.workerCalls.call(owner, serialize(request));
  return answer && deserialize(answer);
}

/** Writes the texts of other workers into the projects that belong to this one. */
export function takeWrites(app: App): void {
  app.workerCalls.takeCalls(async (message) => {
    const { caller, request }: ForwardedWrites = deserialize(message);
    return serialize(await answerTo(app, caller, { ...request, dryRun: false }));
  });
}

async function answerTo(app: App, caller: Caller, request: WriteRequest): Promise<ForwardedAnswer> {
  try {
    const outcomes = await writeInProcess(app, caller, request);
    return { outcomes: outcomes.map((one) => (one instanceof DomainError ? sent(one) : one)) };
  } catch (error) {
    if (error instanceof DomainError) return { error: sent(error) };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { error: { message, stack, failure: failureOf(error) } };
  }
}

function sent({ code, message, details }: DomainError): SentRefusal {
  return { code, message, details };
}

function received({ code, message, details }: SentRefusal): DomainError {
  return new DomainError(code, message, { details });
}
