import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, Database } from '../db/database.ts';
import { isSameSpace, type ProjectSpace } from '../db/embedding-space.ts';
import { reusePlans } from '../db/hnsw-index.ts';
import { isSamePosition, type Position, START } from '../events/position.ts';
import { changedInProject, readPosition, readProgress } from '../events/read-events.ts';
import { type CachedChunks, type ChunkKey, createCachedChunks } from './cached-chunks.ts';
import { type CachedRow, type GoneRow, selectOfEntries, selectPage } from './queries.ts';

/**
 * The chunks of a project with their entries, as they were after the event `head` of its log. While they are read,
 * changes of later events can be among them; reading what has changed since `head` completes these.
 */
export type Cached = { inProject: ProjectSpace; chunks: CachedChunks; head: Position };

/**
 * The chunks of the entries that have changed since an event of the log. All changes up to the event `head` are among
 * them. `entries` is the number of changed entries, or infinite if the log does not tell which have changed.
 */
export type ChangedChunks = { head: Position; rows: (CachedRow | GoneRow)[]; entries: number };

/** Chunks that are read at once. Adding them to the cache blocks the event loop for about 5 ms. */
const PAGE_CHUNKS = 100;

/** Reads all chunks of a project. Returns null once there is no room for the bytes of those that are read. */
export async function readAllChunks(
  connection: Connection,
  inProject: ProjectSpace,
  { hasRoomFor, signal }: { hasRoomFor: (bytes: number) => boolean; signal: AbortSignal },
): Promise<Cached | null> {
  const head = await readPosition(connection.db, inProject.projectId);
  const chunks = createCachedChunks(inProject.space.dimensions);
  const readPage = async (after: ChunkKey | null) => {
    const page = { after, limit: PAGE_CHUNKS };
    const [, rows] = await connection.readInOnePacket((db) =>
      Promise.all([reusePlans(db), selectPage(db, inProject, page)]),
    );
    signal.throwIfAborted();
    chunks.add(rows);
    return rows;
  };
  let rows = await readPage(null);
  while (rows.length === PAGE_CHUNKS && hasRoomFor(chunks.bytes())) {
    await sleep(1);
    rows = await readPage(rows.at(-1) ?? null);
  }
  return hasRoomFor(chunks.bytes()) ? { inProject, chunks, head } : null;
}

/** Whether the log has no event after `head`, and the project the same space. Sends one statement. */
export async function isUnchanged(
  db: Database,
  { inProject: { projectId, space }, head }: Pick<Cached, 'inProject' | 'head'>,
): Promise<boolean> {
  const progress = await readProgress(db, projectId, head);
  return (
    progress !== null && isSamePosition(progress.head, head) && isSameSpace(progress.space, space)
  );
}

/**
 * Reads the chunks of the entries that have changed, of at most `max + 1` entries. It sends all statements before it
 * waits.
 */
export async function readChangedChunks(
  db: Database,
  { inProject, head }: Pick<Cached, 'inProject' | 'head'>,
  max: number,
): Promise<ChangedChunks> {
  const { projectId, space } = inProject;
  const changed = changedInProject(projectId, { after: head.number, max: max + 1 });
  // The position is read first. A change that is committed after it is read again the next time.
  const [, progress, rows] = await Promise.all([
    reusePlans(db),
    readProgress(db, projectId, head),
    selectOfEntries(db, inProject, changed),
  ]);
  const isComplete = progress?.isComplete && isSameSpace(progress.space, space);
  const named = new Set(rows.map(({ entryId }) => entryId)).size;
  const entries = isComplete ? named : Number.POSITIVE_INFINITY;
  return { head: progress?.head ?? START, rows, entries };
}
