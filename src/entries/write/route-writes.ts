import { deserialize, serialize } from 'node:v8';
import type { App } from '../../app.ts';
import { type Failure, failureOf } from '../../db/failures.ts';
import { DomainError, type ErrorCode } from '../../errors.ts';
import type { Caller } from '../../projects/viewer.ts';
import { needsOwnTransaction, type WriteRequest, writeInProcess } from './write-in-process.ts';
import type { Written } from './write-set.ts';

/**
 * If a server has several workers, one of them writes the texts of a project for all. So the writes share its requests
 * to the embedding model, its transactions, and its cached state of the project
 * (docs/decisions/063-one-writer-for-a-project.md).
 */

/** The message of a worker to the one that writes. */
type ForwardedWrites = {
  caller: Caller;
  request: Pick<WriteRequest, 'memoryId' | 'items' | 'rules'>;
};

/** The answer of the worker that writes. */
type ForwardedAnswer =
  | { outcomes: (Written | SentRefusal)[] }
  | { error: SentRefusal | { message: string; stack: string; failure: Failure | null } };

/** The fields of a DomainError. `serialize` alone would keep only its message and stack. */
type SentRefusal = { code: ErrorCode; message: string; details: Record<string, unknown> };

/**
 * Writes texts to a memory; every text that enters a memory is written here. Returns the outcome of each item, or its
 * error, in order.
 *
 * The texts of a large call are stored in several transactions, unless something is stored alongside. After an error,
 * the first texts can be stored; a repeated call skips these.
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
 * A call with more texts is written by the worker that received it, because it needs its own requests to the model and
 * its own transactions anyway.
 */
const BULK_TEXTS = 16;

/**
 * Whether another worker may write the texts. They must be few, need no transaction of their own, and be recognised as
 * duplicates if they are written again because that worker ended.
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
 * Asks the worker that writes for the project. Returns null if this process must write: it is that worker, or that
 * worker takes no calls or has ended. Texts that it had stored before it ended are then skipped.
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

/** Makes this worker write the texts that other workers send for its projects. */
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
