import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { prepared } from '../db/prepared.ts';
import type { EntryRow, NewChunk, NewRevision, RevisionRow } from '../db/rows.ts';
import {
  exactDistance,
  indexedDistance,
  inSpace,
  type SearchMethod,
  type Space,
  spaceName,
} from '../db/spaces.ts';
import {
  chunks,
  entries,
  idempotentWrites,
  type Metadata,
  revisions,
  type StoredAnswer,
} from '../db/tables.ts';
import type { Neighbour } from './decide.ts';

export type InMemory = { projectId: string; memoryId: string };

/** Rows per INSERT: PostgreSQL takes at most 65,535 parameters a statement. */
const INSERT_BATCH = 1000;

export function selectEntriesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  const query = prepared(db, 'entries_by_id', () =>
    db
      .select()
      .from(entries)
      .where(
        and(
          eq(entries.projectId, placeholder('projectId')),
          sql`${entries.id} = any(string_to_array(${placeholder('ids')}::text, ' '))`,
        ),
      ),
  );
  // What is asked for may be any text; no id holds a space.
  const listed = ids.filter((id) => !id.includes(' ')).join(' ');
  return query.execute({ projectId, ids: listed });
}

export type EntryFilter = {
  kinds: EntryRow['kind'][] | null;
  sources: EntryRow['source'][] | null;
  metadata: Metadata | null;
  isDeleted: boolean;
};

type InMemories = { projectId: string; memoryIds: string[] };

/** A page of entries of each of the memories, newest first, in two statements however many they are. */
export async function selectEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<EntryRow[]> {
  const page = db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        sql`${entries.memoryId} = memory.id`,
        matches(filter),
        before === null ? undefined : lt(entries.id, before),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(limit)
    .as('page');
  const found = await db
    .select({ id: page.id })
    .from(sql`unnest(string_to_array(${memoryIds.join(' ')}::text, ' ')) as memory(id)`)
    .crossJoinLateral(page);
  if (found.length === 0) return [];
  return db
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        inArray(
          entries.id,
          found.map((row) => row.id),
        ),
      ),
    )
    .orderBy(desc(entries.id));
}

/** How many entries each of the memories has. */
export async function countEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ memoryId: entries.memoryId, total: count() })
    .from(entries)
    .where(
      and(eq(entries.projectId, projectId), inArray(entries.memoryId, memoryIds), matches(filter)),
    )
    .groupBy(entries.memoryId);
  return new Map(rows.map((row) => [row.memoryId, row.total]));
}

/** Which entry of the memory holds each of these texts already, by hash. */
export async function selectKnownTexts(
  db: Database,
  { projectId, memoryId }: InMemory,
  options: { space: Space; hashes: string[] },
): Promise<Map<string, string>> {
  if (options.hashes.length === 0) return new Map();
  const rows = await db
    .select({ hash: chunks.textHash, entryId: chunks.entryId })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        eq(chunks.memoryId, memoryId),
        eq(chunks.space, spaceName(options.space)),
        inArray(chunks.textHash, options.hashes),
      ),
    );
  return new Map(rows.flatMap(({ hash, entryId }) => (hash === null ? [] : [[hash, entryId]])));
}

/**
 * For each vector the facts' chunks nearest to it in one memory, nearest first, `limit` at most.
 * EXACT compares with every chunk of the memory; HNSW uses the space's index.
 */
export function selectNeighbours(
  db: Database,
  inMemory: InMemory,
  options: { space: Space; vectors: number[][]; limit: number; method: SearchMethod },
): Promise<Neighbour[][]> {
  const { space, vectors, limit, method } = options;
  const probe = sql`probe.vector`;
  const distance = method === 'HNSW' ? indexedDistance(space, probe) : exactDistance(probe);
  const nearest = nearestFacts(db, inMemory, { space, distance, limit });
  return probeWith(db, vectors, nearest);
}

/** For each vector the nearest chunk of each of the entries, nearest first. */
export function selectNearestOfEntries(
  db: Database,
  inMemory: InMemory,
  options: { space: Space; vectors: number[][]; entryIds: string[] },
): Promise<Neighbour[][]> {
  const { space, vectors, entryIds } = options;
  if (entryIds.length === 0) return Promise.resolve([]);
  const distance = exactDistance(sql`probe.vector`);
  const nearest = db
    .selectDistinctOn([chunks.entryId], {
      entryId: chunks.entryId,
      text: chunks.text,
      similarity: sql<number>`(1 - ${distance})`.as('similarity'),
    })
    .from(chunks)
    .where(and(isFactIn(inMemory, space), inArray(chunks.entryId, entryIds)))
    .orderBy(chunks.entryId, distance)
    .as('nearest');
  return probeWith(db, vectors, nearest);
}

function nearestFacts(
  db: Database,
  inMemory: InMemory,
  { space, distance, limit }: { space: Space; distance: SQL<number>; limit: number },
) {
  return db
    .select({
      entryId: chunks.entryId,
      text: chunks.text,
      similarity: sql<number>`(1 - ${distance})`.as('similarity'),
    })
    .from(chunks)
    .where(isFactIn(inMemory, space))
    .orderBy(distance)
    .limit(limit)
    .as('nearest');
}

type ProbeQuery = ReturnType<typeof nearestFacts>;

/** Runs a query that refers to `probe.vector` for each of the vectors. */
async function probeWith(
  db: Database,
  vectors: number[][],
  nearest: ProbeQuery,
): Promise<Neighbour[][]> {
  if (vectors.length === 0) return [];
  const list = vectors.map((vector) => JSON.stringify(vector)).join(';');
  const rows = await db
    .select({
      number: sql<string>`probe.number`,
      entryId: nearest.entryId,
      text: nearest.text,
      similarity: nearest.similarity,
    })
    // OFFSET keeps the planner from moving the cast to where it would be repeated for every chunk.
    .from(
      sql`(select raw.text::vector as vector, raw.number
        from unnest(string_to_array(${list}::text, ';')) with ordinality as raw(text, number)
        offset 0) as probe`,
    )
    .crossJoinLateral(nearest);
  const found: Neighbour[][] = vectors.map(() => []);
  for (const { number, ...neighbour } of rows) found[Number(number) - 1]?.push(neighbour);
  return found.map((neighbours) =>
    neighbours.sort((one, other) => other.similarity - one.similarity),
  );
}

function isFactIn({ projectId, memoryId }: InMemory, space: Space): SQL | undefined {
  return and(
    eq(chunks.projectId, projectId),
    eq(chunks.memoryId, memoryId),
    eq(chunks.kind, 'FACT'),
    inSpace(space),
  );
}

export async function insertEntries(db: Database, rows: EntryRow[]): Promise<void> {
  for (const batch of batches(rows)) await db.insert(entries).values(batch);
}

/** Stores what a change can change of an entry. */
export async function updateEntryRow(db: Database, entry: EntryRow): Promise<void> {
  const { passages, metadata, revision, updatedAt, deletedAt, expiresAt, purgeAt } = entry;
  await db
    .update(entries)
    .set({ passages, metadata, revision, updatedAt, deletedAt, expiresAt, purgeAt })
    .where(isEntry(entry));
}

export async function insertChunks(db: Database, rows: NewChunk[]): Promise<void> {
  for (const batch of batches(rows)) await db.insert(chunks).values(batch);
}

/** Takes an entry out of search; answers how many chunks of the space it had. */
export async function deleteChunks(db: Database, entry: EntryRow, space: Space): Promise<number> {
  const rows = await db
    .delete(chunks)
    .where(and(eq(chunks.projectId, entry.projectId), eq(chunks.entryId, entry.id)))
    .returning({ space: chunks.space });
  return rows.filter((row) => row.space === spaceName(space)).length;
}

/** Deletes what the entries have in other spaces than those written. */
export async function deleteChunksElsewhere(
  db: Database,
  projectId: string,
  { entryIds, written }: { entryIds: string[]; written: readonly Space[] },
): Promise<void> {
  await db
    .delete(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inArray(chunks.entryId, entryIds),
        notInArray(chunks.space, written.map(spaceName)),
      ),
    );
}

/** The number of chunks that each of the entries has in the space. */
export async function countChunks(
  db: Database,
  projectId: string,
  options: { space: Space; entryIds: string[] },
): Promise<Map<string, number>> {
  if (options.entryIds.length === 0) return new Map();
  const rows = await db
    .select({ entryId: chunks.entryId, total: count() })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, projectId),
        inArray(chunks.entryId, options.entryIds),
        eq(chunks.space, spaceName(options.space)),
      ),
    )
    .groupBy(chunks.entryId);
  return new Map(rows.map((row) => [row.entryId, row.total]));
}

export async function insertRevisions(db: Database, rows: NewRevision[]): Promise<void> {
  for (const batch of batches(rows)) await db.insert(revisions).values(batch);
}

/** Revisions of an entry, newest first. */
export function selectRevisions(
  db: Database,
  entry: EntryRow,
  { before, limit }: { before: number | null; limit: number },
): Promise<RevisionRow[]> {
  return db
    .select()
    .from(revisions)
    .where(and(isRevisionOf(entry), before === null ? undefined : lt(revisions.number, before)))
    .orderBy(desc(revisions.number))
    .limit(limit);
}

export async function countRevisions(db: Database, entry: EntryRow): Promise<number> {
  const rows = await db.select({ total: count() }).from(revisions).where(isRevisionOf(entry));
  return rows[0]?.total ?? 0;
}

/** A revision that says what the content was: the numbered one, or the latest. */
export async function selectContentRevision(
  db: Database,
  entry: EntryRow,
  number: number | null,
): Promise<RevisionRow | null> {
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        isRevisionOf(entry),
        inArray(revisions.change, ['MERGED', 'EDITED', 'REVERTED']),
        number === null ? undefined : eq(revisions.number, number),
      ),
    )
    .orderBy(desc(revisions.number))
    .limit(1);
  return rows[0] ?? null;
}

export type IdempotentWrite = { key: string; requestHash: string; answer: StoredAnswer };

/** The answers already given under these keys. */
export function selectAnswers(
  db: Database,
  projectId: string,
  keys: string[],
): Promise<IdempotentWrite[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db
    .select({
      key: idempotentWrites.key,
      requestHash: idempotentWrites.requestHash,
      answer: idempotentWrites.answer,
    })
    .from(idempotentWrites)
    .where(and(eq(idempotentWrites.projectId, projectId), inArray(idempotentWrites.key, keys)))
    .orderBy(asc(idempotentWrites.key));
}

export async function insertAnswers(
  db: Database,
  rows: (typeof idempotentWrites.$inferInsert)[],
): Promise<void> {
  for (const batch of batches(rows)) await db.insert(idempotentWrites).values(batch);
}

function* batches<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += INSERT_BATCH) {
    yield rows.slice(start, start + INSERT_BATCH);
  }
}

function matches(filter: EntryFilter): SQL | undefined {
  return and(
    filter.isDeleted ? isNotNull(entries.deletedAt) : isNull(entries.deletedAt),
    filter.kinds ? inArray(entries.kind, filter.kinds) : undefined,
    filter.sources ? inArray(entries.source, filter.sources) : undefined,
    filter.metadata ? matchesMetadata(filter.metadata) : undefined,
  );
}

function isEntry({ projectId, id }: EntryRow): SQL | undefined {
  return and(eq(entries.projectId, projectId), eq(entries.id, id));
}

function isRevisionOf({ projectId, id }: EntryRow): SQL | undefined {
  return and(eq(revisions.projectId, projectId), eq(revisions.entryId, id));
}
