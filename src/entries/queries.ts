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
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '../db/database.ts';
import { insertRows } from '../db/insert-rows.ts';
import { matchesMetadata } from '../db/metadata.ts';
import { AFTER_ALL_IDS } from '../db/page.ts';
import { isAnyOf, prepared } from '../db/prepared.ts';
import type { EntryRow, NewChunk, NewRevision, RevisionRow } from '../db/rows.ts';
import {
  exactDistance,
  inSpace,
  isPending,
  type SearchMethod,
  type SearchPart,
  type Space,
  searchParts,
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

export function selectEntriesByIds(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<EntryRow[]> {
  const query = prepared(db, 'entries_by_id', () =>
    db
      .select()
      .from(entries)
      .where(and(eq(entries.projectId, placeholder('projectId')), isAnyOf(entries.id, 'ids'))),
  );
  return query.execute({ projectId, ids });
}

export type EntryFilter = {
  kinds: EntryRow['kind'][] | null;
  sources: EntryRow['source'][] | null;
  metadata: Metadata | null;
  isDeleted: boolean;
};

type InMemories = { projectId: string; memoryIds: string[] };

/** A page of entries of each of the memories, newest first, in one statement however many they are. */
export async function selectEntriesOfMemories(
  db: Database,
  { projectId, memoryIds }: InMemories,
  filter: EntryFilter,
  { before, limit }: { before: string | null; limit: number },
): Promise<Map<string, EntryRow[]>> {
  const build = () => {
    const page = db
      .select()
      .from(entries)
      .where(
        and(
          eq(entries.projectId, placeholder('projectId')),
          sql`${entries.memoryId} = memory.id`,
          matches(filter),
          lt(entries.id, placeholder('before')),
        ),
      )
      .orderBy(desc(entries.id))
      .limit(placeholder('limit'))
      .as('page');
    return db
      .select(page._.selectedFields)
      .from(sql`unnest(${placeholder('memoryIds')}::text[]) as memory(id)`)
      .crossJoinLateral(page);
  };
  const { kinds, sources, metadata, isDeleted } = filter;
  const isPlain = !kinds && !sources && !metadata && !isDeleted;
  const query = prepared(db, isPlain ? 'entries_of_memories' : null, build);
  const rows = await query.execute({
    projectId,
    memoryIds,
    before: before ?? AFTER_ALL_IDS,
    limit,
  });
  rows.sort((one, other) => (one.id < other.id ? 1 : -1));
  const pages = new Map<string, EntryRow[]>(memoryIds.map((id) => [id, []]));
  for (const row of rows) pages.get(row.memoryId)?.push(row);
  return pages;
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
  const query = prepared(db, 'known_texts', () =>
    db
      .select({ hash: chunks.textHash, entryId: chunks.entryId })
      .from(chunks)
      .where(
        and(
          eq(chunks.projectId, placeholder('projectId')),
          eq(chunks.memoryId, placeholder('memoryId')),
          eq(chunks.space, placeholder('space')),
          isAnyOf(chunks.textHash, 'hashes'),
        ),
      ),
  );
  const { hashes } = options;
  const space = spaceName(options.space);
  const rows = await query.execute({ projectId, memoryId, space, hashes });
  return new Map(rows.flatMap(({ hash, entryId }) => (hash === null ? [] : [[hash, entryId]])));
}

/** A neighbour, and whether the space's index found it; of a single vector's, the entry as well. */
export type FoundNeighbour = Neighbour & { isIndexed: boolean; entry?: EntryRow };

/**
 * For each vector the facts' chunks nearest to it in one memory, nearest first. EXACT compares with every
 * chunk of the memory; HNSW asks the space's index, and compares with what waits for it: `limit` of each.
 */
export async function selectNeighbours(
  db: Database,
  inMemory: InMemory,
  options: { space: Space; vectors: number[][]; limit: number; method: SearchMethod },
): Promise<FoundNeighbour[][]> {
  const { space, vectors, limit, method } = options;
  if (vectors.length === 0) return [];
  const build = () => {
    const [first, waiting] = searchParts(method, space, sql`probe.vector`);
    const nearest = (part: SearchPart) => nearestFacts(db, { space, limit, ...part });
    const found = waiting ? unionAll(nearest(first), nearest(waiting)) : nearest(first);
    return found.as('nearest');
  };
  const name = `${method} ${limit} ${spaceName(space)}`;
  const query =
    vectors.length === 1
      ? prepared(db, `neighbours with entries ${name}`, () => probeWithEntries(db, build()))
      : prepared(db, `neighbours ${name}`, () => probeWith(db, build()));
  return perProbe(vectors, await query.execute({ ...inMemory, vectors: listOf(vectors) }));
}

/** For each vector the nearest chunk of each of the entries, nearest first. */
export async function selectNearestOfEntries(
  db: Database,
  inMemory: InMemory,
  options: { space: Space; vectors: number[][]; entryIds: string[] },
): Promise<Neighbour[][]> {
  const { space, vectors, entryIds } = options;
  if (entryIds.length === 0 || vectors.length === 0) return [];
  const query = prepared(db, `nearest of entries ${spaceName(space)}`, () => {
    const distance = exactDistance(sql`probe.vector`);
    const nearest = db
      .selectDistinctOn([chunks.entryId], neighbourBy(distance))
      .from(chunks)
      .where(and(isFactIn(space), isAnyOf(chunks.entryId, 'entryIds')))
      .orderBy(chunks.entryId, distance);
    return probeWith(db, nearest.as('nearest'));
  });
  const rows = await query.execute({ ...inMemory, entryIds, vectors: listOf(vectors) });
  return perProbe(vectors, rows);
}

type Nearest = SearchPart & { space: Space; limit: number };

function nearestFacts(db: Database, { space, distance, limit, among }: Nearest) {
  return db
    .select(neighbourBy(distance))
    .from(chunks)
    .where(and(isFactIn(space), among))
    .orderBy(distance)
    .limit(limit);
}

function neighbourBy(distance: SQL<number>) {
  return {
    entryId: chunks.entryId,
    text: chunks.text,
    // As it stands in ORDER BY, so that it is worked out once for each chunk.
    distance: distance.as('distance'),
    isIndexed: chunks.isIndexed,
  };
}

type ProbeQuery = ReturnType<ReturnType<typeof nearestFacts>['as']>;

/** The vectors as rows. OFFSET keeps the planner from moving the cast to where it is repeated for every chunk. */
const probes = sql`(select raw.text::vector as vector, raw.number
  from unnest(string_to_array(${placeholder('vectors')}::text, ';')) with ordinality as raw(text, number)
  offset 0) as probe`;

/** Runs a query that refers to `probe.vector` for each of the vectors. */
function probeWith(db: Database, nearest: ProbeQuery) {
  return db.select(foundBy(nearest)).from(probes).crossJoinLateral(nearest);
}

/** The same, joined with the entries. */
function probeWithEntries(db: Database, nearest: ProbeQuery) {
  return db
    .select({ ...foundBy(nearest), entry: entries })
    .from(probes)
    .crossJoinLateral(nearest)
    .innerJoin(
      entries,
      and(eq(entries.projectId, placeholder('projectId')), eq(entries.id, nearest.entryId)),
    );
}

function foundBy({ entryId, text, distance, isIndexed }: ProbeQuery) {
  const similarity = sql<number>`1 - ${distance}`;
  return { number: sql<string>`probe.number`, entryId, text, similarity, isIndexed };
}

function listOf(vectors: readonly number[][]): string {
  return vectors.map((vector) => JSON.stringify(vector)).join(';');
}

/** The rows of each vector, nearest first. */
function perProbe(
  vectors: readonly number[][],
  rows: readonly (FoundNeighbour & { number: string })[],
): FoundNeighbour[][] {
  const found: FoundNeighbour[][] = vectors.map(() => []);
  for (const { number, ...neighbour } of rows) found[Number(number) - 1]?.push(neighbour);
  return found.map((neighbours) =>
    neighbours.sort((one, other) => other.similarity - one.similarity),
  );
}

function isFactIn(space: Space): SQL | undefined {
  return and(
    eq(chunks.projectId, placeholder('projectId')),
    eq(chunks.memoryId, placeholder('memoryId')),
    eq(chunks.kind, 'FACT'),
    inSpace(space),
  );
}

export function insertEntries(db: Database, rows: EntryRow[]): Promise<void> {
  return insertRows(db, entries, rows);
}

/** Stores what a change can change of an entry. */
export async function updateEntryRow(db: Database, entry: EntryRow): Promise<void> {
  const { passages, metadata, revision, updatedAt, deletedAt, expiresAt, purgeAt } = entry;
  await db
    .update(entries)
    .set({ passages, metadata, revision, updatedAt, deletedAt, expiresAt, purgeAt })
    .where(isEntry(entry));
}

export function insertChunks(db: Database, rows: NewChunk[]): Promise<void> {
  return insertRows(db, chunks, rows);
}

/** Projects with chunks that are in no index yet. */
export async function selectProjectsToIndex(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ projectId: chunks.projectId })
    .from(chunks)
    .where(isPending)
    .limit(limit);
  return rows.map((row) => row.projectId);
}

/** How many chunks are in no index yet, counted up to a limit. */
export async function countPending(db: Database, limit: number): Promise<number> {
  const some = db.select({ one: sql`1` }).from(chunks).where(isPending).limit(limit).as('some');
  const rows = await db.select({ total: count() }).from(some);
  return rows[0]?.total ?? 0;
}

/** Puts some chunks of a project into their indexes, but those that someone else changes now; answers how many. */
export async function indexPending(
  db: Database,
  projectId: string,
  limit: number,
): Promise<number> {
  const some = db
    .select({ entryId: chunks.entryId, space: chunks.space, position: chunks.position })
    .from(chunks)
    .where(and(eq(chunks.projectId, projectId), isPending))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await db
    .update(chunks)
    .set({ isIndexed: true })
    .where(
      and(
        eq(chunks.projectId, projectId),
        sql`(${chunks.entryId}, ${chunks.space}, ${chunks.position}) in (${some})`,
      ),
    )
    .returning({ position: chunks.position });
  return rows.length;
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

export function insertRevisions(db: Database, rows: NewRevision[]): Promise<void> {
  return insertRows(db, revisions, rows);
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

export function insertAnswers(
  db: Database,
  rows: (typeof idempotentWrites.$inferInsert)[],
): Promise<void> {
  return insertRows(db, idempotentWrites, rows);
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
