import type { EntryRow } from '../db/rows.ts';
import type { Statement } from '../db/tables/entries.ts';
import { type Intern, sameIfEqual, sharedIfEmpty } from './shared-values.ts';

/** The entries of the cached chunks of a project, each in a copy that takes less memory. */
export type CachedEntries = {
  /** Stores a copy of an entry, which must not be stored yet. */
  put(entry: EntryRow): void;
  get(entryId: string): EntryRow | undefined;
  remove(entryId: string): void;
  /** The estimated memory of the entries, in bytes. */
  bytes(): number;
};

/** The bytes of an entry without its texts; measured with Node.js 24. */
const ENTRY_BYTES = 600;

/** Creates an empty collection of entries. */
export function createCachedEntries(intern: Intern): CachedEntries {
  const entries = new Map<string, EntryRow>();
  let bytes = 0;
  return {
    put: (entry) => {
      entries.set(entry.id, compact(entry, intern));
      bytes += bytesOfEntry(entry);
    },
    get: (entryId) => entries.get(entryId),
    remove: (entryId) => {
      const entry = entries.get(entryId);
      if (entry) bytes -= bytesOfEntry(entry);
      entries.delete(entryId);
    },
    bytes: () => bytes,
  };
}

/** The statement of an entry with this text; undefined for the text of a chunk that is only a part of its statement. */
export function statementWith(entry: EntryRow | undefined, text: string): Statement | undefined {
  return entry?.statements.find((statement) => statement.text === text);
}

/** Copies an entry. Equal strings, and equal times, become one object in memory, so the copy is smaller. */
function compact(entry: EntryRow, intern: Intern): EntryRow {
  return {
    ...entry,
    projectId: intern(entry.projectId),
    memoryId: intern(entry.memoryId),
    kind: intern(entry.kind),
    source: intern(entry.source),
    metadata: sharedIfEmpty(entry.metadata),
    statements: entry.statements.map((statement) => ({
      ...statement,
      source: intern(statement.source),
      actor: statement.actor && intern(statement.actor),
      metadata: sharedIfEmpty(statement.metadata),
      lastStatedAt: sameIfEqual(statement.lastStatedAt, statement.firstStatedAt),
    })),
    createdBy: entry.createdBy && intern(entry.createdBy),
    updatedBy: entry.updatedBy && intern(entry.updatedBy),
    updatedAt: sameIfEqual(entry.updatedAt, entry.createdAt),
    lastStatedAt: sameIfEqual(entry.lastStatedAt, entry.createdAt),
  };
}

/** The estimated memory of an entry without its chunks, in bytes. */
function bytesOfEntry({ statements, metadata, lesson }: EntryRow): number {
  const texts = statements.reduce(
    (sum, { text, context }) => sum + text.length + (context?.length ?? 0),
    0,
  );
  return ENTRY_BYTES + texts + JSON.stringify([metadata, lesson]).length;
}
