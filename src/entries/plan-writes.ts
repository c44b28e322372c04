import { addEntry, addRevision } from './add-revision.ts';
import { addWrite } from './add-text.ts';
import { isComparable } from './compare-text.ts';
import type { EntryRevision, Known, MadeEntry, Stamp, TextWrite, WriteSet } from './write-set.ts';

/** A write set to which writes are added one by one. Each decision takes the earlier writes into account. */
export function createWriteSet(known: Known, stamp: Stamp) {
  const set: WriteSet = {
    created: new Map(),
    changed: new Map(),
    cleared: new Map(),
    refiled: new Set(),
    added: [],
    revisions: [],
    events: [],
    entryCount: 0,
    contentBytes: 0,
    shares: [],
  };
  const building = { set, known, stamp };
  return {
    set,
    write: (write: TextWrite) => addWrite(building, write),
    isComparable: (write: TextWrite) => isComparable(building, write),
    revise: (revision: EntryRevision) => addRevision(building, revision),
    add: (made: MadeEntry) => addEntry(building, made),
  };
}
