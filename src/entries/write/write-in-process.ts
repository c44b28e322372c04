import type { App } from '../../app.ts';
import { breaksUnique } from '../../db/failures.ts';
import type { ProjectRow } from '../../db/rows.ts';
import { DomainError } from '../../errors.ts';
import { type Transaction, transact } from '../../events/transact.ts';
import type { GivenRules } from '../../memories/write-rules.ts';
import { OutdatedError, retryOutdated } from '../../projects/retry-outdated.ts';
import type { Caller } from '../../projects/viewer.ts';
import { needsQuotaLock, QUOTAS, requireRoom } from '../../quotas/check-quotas.ts';
import { countWrites } from '../../stats/record-counts.ts';
import { growthOf, requireRoomForWrites } from '../growth.ts';
import { indexSoon } from '../index/index-chunks.ts';
import type { PendingWrites } from './decide-parts.ts';
import { type PreparedWrites, prepareTexts, type WriteItem } from './prepare-writes.ts';
import { firstSlice, without } from './slices.ts';
import { writeInQueue } from './write-queue.ts';
import { type Taken, writeRound } from './write-round.ts';
import type { Written } from './write-set.ts';

export type WriteRequest = {
  memoryId: string;
  items: readonly WriteItem[];
  rules: GivenRules;
  dryRun: boolean;
  /** Embeds what `alongside` stores, before each attempt, with the current state of the project. */
  alsoEmbed?: (project: ProjectRow) => Promise<void>;
  /**
   * Runs in the same transaction after the writes are stored, with the additional locks `alsoLock`: ids of memories,
   * and `REVIEWS`.
   */
  alongside?: (transaction: Transaction, written: readonly Written[]) => Promise<void>;
  alsoLock?: readonly string[];
};

/**
 * Writes texts in this process, where `writeTexts` does not pass them to another. Embeds before the transaction, then
 * decides and stores under the memory's lock, so that concurrent equal writes create one entry. Returns the outcome of
 * each item, or its error, in order.
 */
export async function writeInProcess(
  app: App,
  caller: Caller,
  request: WriteRequest,
): Promise<(Written | DomainError)[]> {
  await requireRoomForWrites(app, caller.project, request.items);
  const outcomes: (Written | DomainError)[] = [];
  await retryOutdated(app, caller.project, async (project, attempt) => {
    // Items that an earlier attempt has stored are not written again.
    const rest = { ...request, items: request.items.slice(outcomes.length) };
    const [prepared] = await Promise.all([
      prepareTexts(app, project, rest, { embedAll: attempt > 1 }),
      request.alsoEmbed?.(project),
    ]);
    const call = { ...rest, prepared };
    await writePrepared(app, { ...caller, project }, call, (stored) => {
      outcomes.push(...stored.outcomes);
    }).catch((error: unknown) => {
      // Another call stored one of the idempotency keys first; the next attempt returns its answer.
      if (breaksUnique(error, 'idempotent_writes_project_id_key_pk')) throw new OutdatedError();
      throw error;
    });
  });
  if (!request.dryRun) {
    for (const outcome of outcomes) {
      if (!(outcome instanceof DomainError)) app.metrics.writes.inc({ action: outcome.action });
    }
  }
  return outcomes;
}

export type PreparedRequest = WriteRequest & { prepared: PreparedWrites };

type OnStored = (taken: Taken) => void;

/**
 * Decides and stores prepared writes under the memory's lock. `onStored` receives their outcomes after each commit.
 * @throws OutdatedError
 */
export async function writePrepared(
  app: App,
  caller: Caller,
  request: PreparedRequest,
  onStored: OnStored,
): Promise<void> {
  const { memoryId, items, dryRun, prepared } = request;
  if (dryRun) return writeInOwnTransaction(app, caller, request, onStored);
  const stored: OnStored = (taken) => {
    indexSoon(app, caller.project.id);
    const actions = items.length > 0 ? taken.written.map(({ action }) => action) : [];
    countWrites(app, { projectId: caller.project.id, memoryId }, actions);
    onStored(taken);
  };
  if (needsOwnTransaction(caller, request))
    return writeInOwnTransaction(app, caller, request, stored);
  const part = { ...prepared, caller, memoryId, rules: request.rules, items, earlySearch: null };
  await writeInQueue(app, part, stored);
}

/** Whether a call needs a transaction of its own: it is stored whole or not at all. */
export function needsOwnTransaction(
  { project }: Caller,
  { items, alongside, alsoLock }: WriteRequest,
): boolean {
  return Boolean(items.length === 0 || alongside || alsoLock) || needsQuotaLock(project);
}

async function writeInOwnTransaction(
  app: App,
  caller: Caller,
  request: PreparedRequest,
  onStored: OnStored,
): Promise<void> {
  const { memoryId, items, rules, prepared, alongside, alsoLock = [], dryRun } = request;
  const quotaLock = needsQuotaLock(caller.project) ? [QUOTAS] : [];
  // Memories in the order of their ids, then `REVIEWS`.
  const locks = [...new Set([memoryId, ...alsoLock])].sort();
  const scope = { locks: [...locks, ...quotaLock], isDry: dryRun };
  const taken = await transact(app, caller, scope, async (transaction) => {
    const all: Taken = { outcomes: [], written: [] };
    let rest: PendingWrites = { ...prepared, caller, memoryId, rules, items, earlySearch: null };
    // All slices have the same time, because a revert recognises by it the other entries that its change affected.
    const round = { isLast: false, now: app.clock() };
    do {
      const [result] = await writeRound(app, transaction, [firstSlice(rest)], round);
      if (result === undefined || 'error' in result) throw result?.error;
      all.outcomes.push(...result.outcomes);
      all.written.push(...result.written);
      rest = without(rest, result.outcomes.length);
    } while (rest.writes.length > 0);
    await alongside?.(transaction, all.written);
    await requireRoom(app, transaction.db, caller.project, growthOf(all.written));
    return all;
  });
  onStored(taken);
}
