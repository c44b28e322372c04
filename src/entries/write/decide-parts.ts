import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app.ts';
import { isSameSpace } from '../../db/embedding-space.ts';
import type { EntryRow } from '../../db/rows.ts';
import type { Statement } from '../../db/tables/entries.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { WriteTarget } from '../../memories/memories.ts';
import { type GivenRules, writeRulesFor } from '../../memories/write-rules.ts';
import { OutdatedError } from '../../projects/retry-outdated.ts';
import { spaceOf } from '../../projects/settings.ts';
import type { Caller } from '../../projects/viewer.ts';
import { quotasOf } from '../../quotas/check-quotas.ts';
import type { Replays } from '../idempotency.ts';
import { createWriteSet } from './create-write-set.ts';
import type { WrittenVectors } from './embed-texts.ts';
import type { EarlySearch } from './find-near.ts';
import type { Loaded } from './load-known.ts';
import type { PreparedWrite, WriteItem } from './prepare-writes.ts';
import type { EntryRevision, LoadedMemory, WriteOutcome, WriteSet, Written } from './write-set.ts';

/** Consecutive writes of one call to one memory, which are decided in their order. */
export type PendingWrites = WrittenVectors & {
  caller: Caller;
  memoryId: string;
  rules: GivenRules;
  /** The items of the writes, in the same order; none for changes of stored entries. */
  items: readonly WriteItem[];
  writes: readonly PreparedWrite[];
  /** The number of chunks of the memory, which may be out of date. */
  chunkCount: number;
  /** What was found before the lock was taken; null if nothing was searched. */
  earlySearch: EarlySearch | null;
};

/** A part with the stored answers of its repeated items, by their place in the part. */
export type PartToDecide = { part: PendingWrites; replays: Replays };

/** The error with which a part is refused. Other parts are not affected. */
export type Refusal = { error: DomainError | OutdatedError };

/**
 * The outcomes of the first `taken` writes of a part, by their place, without those that repeat a stored answer. The
 * other writes wait for the next round.
 */
export type Decided = { taken: number; written: ReadonlyMap<number, Written> };

/** The memory of the parts, what was loaded of it, and the vectors of all parts. */
export type MemoryToDecide = {
  target: WriteTarget;
  known: Loaded;
  vectors: WrittenVectors['vectors'];
  now: Date;
  before?: LoadedMemory['before'];
};

type Refusals = ReadonlyMap<PartToDecide, Refusal>;

/**
 * Decides the parts that write to a memory, one after another. The round ends before a write that must be compared with
 * more than was loaded, and after one that replaces entries; the first write is decided in any case, unless earlier
 * ones are being stored (`before`). A part that is refused leaves nothing in the set.
 */
export function decideParts(
  app: App,
  memory: MemoryToDecide,
  parts: readonly PartToDecide[],
  refusals: Refusals = new Map(),
): { set: WriteSet; results: (Decided | Refusal)[] } {
  const round = createRound(app, memory, parts);
  const results: (Decided | Refusal)[] = [];
  for (const one of parts) {
    const refusal = refusals.get(one);
    const result = refusal ?? unlessRefused(() => round.decide(one));
    // The set can contain the beginning of the refused part, so all parts are decided again without it.
    if (refusal === undefined && 'error' in result) {
      return decideParts(app, memory, parts, new Map([...refusals, [one, result]]));
    }
    results.push(result);
  }
  return { set: round.set, results };
}

/** The result of a decision, or why the part is refused. */
function unlessRefused(decide: () => Decided): Decided | Refusal {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError || error instanceof OutdatedError) return { error };
    throw error;
  }
}

function createRound(app: App, memory: MemoryToDecide, parts: readonly PartToDecide[]) {
  const { target, known, vectors, now, before = null } = memory;
  const all = parts.flatMap(({ part }) => part.writes);
  const together = new Set(all.flatMap((one) => (one.type === 'REVISION' ? [one.entry.id] : [])));
  const { set, write, revise, add } = createWriteSet({
    ...known,
    memory: target.memory,
    vectors,
    together,
    before,
  });
  let isEnded = false;
  const decide = ({ part, replays }: PartToDecide): Decided => {
    requireUnchangedProject(part, target);
    const { actor } = part.caller;
    const rules = writeRulesFor(app, target, part.rules);
    const by = { rules, stamp: { now, actor, newEntryId: () => newId('me') } };
    const written = new Map<number, Written>();
    const outcomeOf = (one: PreparedWrite): WriteOutcome | null => {
      if (one.type === 'TEXT') return write(one, by);
      if (one.type === 'ENTRY') return add(one, by);
      return revise(ofCurrent(one, known.entries.get(one.entry.id)), by);
    };
    let taken = 0;
    for (const one of part.writes) {
      if (isEnded) break;
      if (!replays.has(taken)) {
        const outcome = outcomeOf(one);
        if (outcome === null) {
          isEnded = true;
          break;
        }
        written.set(taken, { ...outcome, rules });
        isEnded = one.type === 'TEXT' && one.supersedes.length > 0;
      }
      taken += 1;
    }
    return { taken, written };
  };
  return { set, decide };
}

/** Requires that the project's model and quotas have not changed since the part was prepared. @throws OutdatedError */
function requireUnchangedProject({ space, caller }: PendingWrites, { project }: WriteTarget): void {
  const hasQuotas = isDeepStrictEqual(quotasOf(caller.project), quotasOf(project));
  if (!isSameSpace(space, spaceOf(project)) || !hasQuotas) throw new OutdatedError();
}

/**
 * The revision, based on the stored state of its entry. Since the entry was read, skipped writes can have increased the
 * counts of its statements, and a rating can have set its importance, without a new revision. This revision keeps them
 * unless it changes them itself.
 * @throws OutdatedError if the entry has changed otherwise
 */
function ofCurrent(revision: EntryRevision, current: EntryRow | undefined): EntryRevision {
  const { entry: read, draft } = revision;
  // Moving an entry changes its memory, and superseding it sets `supersededBy`. Neither raises the number of the
  // revision.
  const isAsRead =
    current?.revision === read.revision &&
    current.memoryId === read.memoryId &&
    current.supersededBy === read.supersededBy;
  if (!isAsRead) throw new OutdatedError();
  const statements = draft.statements.map((statement) => {
    const isOwn = (one: Statement) => one.number === statement.number;
    const isKept = isDeepStrictEqual(read.statements.find(isOwn), statement);
    return (isKept ? current.statements.find(isOwn) : null) ?? statement;
  });
  const isImportanceKept =
    draft.importance === read.importance &&
    isDeepStrictEqual(draft.importanceParts, read.importanceParts);
  const { importance, importanceParts } = isImportanceKept ? current : draft;
  const kept = { ...draft, statements, importance, importanceParts };
  return { ...revision, entry: current, draft: kept };
}
