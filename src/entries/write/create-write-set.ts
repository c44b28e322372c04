import { addEntry, addRevision } from './add-revision.ts';
import { addWrite } from './add-text.ts';
import type {
  EntryRevision,
  LoadedMemory,
  MadeEntry,
  RulesAndStamp,
  TextWrite,
  WriteSet,
} from './write-set.ts';

/** A write set to which writes are added one by one. Each decision takes the earlier writes into account. */
export function createWriteSet(known: LoadedMemory) {
  const set: WriteSet = {
    created: new Map(),
    changed: new Map(),
    cleared: new Map(),
    withOutdatedChunks: new Set(),
    added: [],
    addedChunks: [],
    revisions: [],
    events: [],
    entryCount: 0,
    contentBytes: 0,
    shares: [],
  };
  return {
    set,
    write: (write: TextWrite, by: RulesAndStamp) => addWrite({ set, known, ...by }, write),
    revise: (revision: EntryRevision, by: RulesAndStamp) =>
      addRevision({ set, known, ...by }, revision),
    add: (made: MadeEntry, by: RulesAndStamp) => addEntry({ set, known, ...by }, made),
  };
}
