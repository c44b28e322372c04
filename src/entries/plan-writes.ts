import { addEntry, addRevision } from './add-revision.ts';
import { addWrite } from './add-text.ts';
import type { By, EntryRevision, Known, MadeEntry, TextWrite, WriteSet } from './write-set.ts';

/** A write set to which writes are added one by one. Each decision takes the earlier writes into account. */
export function createWriteSet(known: Known) {
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
  return {
    set,
    write: (write: TextWrite, by: By) => addWrite({ set, known, ...by }, write),
    revise: (revision: EntryRevision, by: By) => addRevision({ set, known, ...by }, revision),
    add: (made: MadeEntry, by: By) => addEntry({ set, known, ...by }, made),
  };
}
