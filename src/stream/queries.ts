import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import type { CycleRow, EntryRow, EvidenceRow, MemoryRow } from '../db/rows.ts';
import { cycles, entries, evidence, memories, projects } from '../db/tables.ts';

type InMemory = { projectId: string; memoryId: string };

/** Entries of a stream after one entry and up to another, newest first. */
export function selectRecent(
  db: Database,
  inMemory: InMemory,
  { after, through, limit }: { after: string | null; through: string | null; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        isInStream(inMemory),
        after === null ? undefined : gt(entries.id, after),
        through === null ? undefined : lte(entries.id, through),
      ),
    )
    .orderBy(desc(entries.id))
    .limit(limit);
}

export async function selectLastInStream(db: Database, inMemory: InMemory): Promise<string | null> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(isInStream(inMemory))
    .orderBy(desc(entries.id))
    .limit(1);
  return rows[0]?.id ?? null;
}

/** Entries that the chat model has not rated yet, oldest first. */
export function selectUnrated(
  db: Database,
  { projectId, memoryId }: InMemory,
  { after, limit }: { after: string; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memoryId),
        isNull(entries.deletedAt),
        gt(entries.id, after),
        sql`(importance_parts->>'pending') = 'true'`,
      ),
    )
    .orderBy(asc(entries.id))
    .limit(limit);
}

export async function insertEvidence(db: Database, rows: EvidenceRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(evidence).values(rows);
}

/** The evidence of entries (`entryId`), or the insights that cite them (`evidenceId`). */
export function selectEvidence(
  db: Database,
  projectId: string,
  { entryIds, side }: { entryIds: string[]; side: 'entryId' | 'evidenceId' },
): Promise<EvidenceRow[]> {
  return db
    .select()
    .from(evidence)
    .where(and(eq(evidence.projectId, projectId), inArray(evidence[side], entryIds)))
    .orderBy(asc(evidence.entryId), asc(evidence.position));
}

/** Returns false if the memory already has an open cycle. */
export async function insertCycle(db: Database, row: CycleRow): Promise<boolean> {
  const rows = await db
    .insert(cycles)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: cycles.id });
  return rows.length > 0;
}

export async function selectOpenCycle(
  db: Database,
  { projectId, memoryId }: InMemory,
): Promise<CycleRow | null> {
  const rows = await db
    .select()
    .from(cycles)
    .where(
      and(
        eq(cycles.projectId, projectId),
        eq(cycles.memoryId, memoryId),
        isNull(cycles.finishedAt),
      ),
    );
  return rows[0] ?? null;
}

export async function updateCycle(
  db: Database,
  { projectId, id }: CycleRow,
  values: Partial<CycleRow>,
): Promise<void> {
  await db
    .update(cycles)
    .set(values)
    .where(and(eq(cycles.projectId, projectId), eq(cycles.id, id)));
}

export function selectCycles(
  db: Database,
  { projectId, memoryId }: InMemory,
  { before, limit }: { before: string | null; limit: number },
): Promise<CycleRow[]> {
  return db
    .select()
    .from(cycles)
    .where(
      and(
        eq(cycles.projectId, projectId),
        eq(cycles.memoryId, memoryId),
        before ? lt(cycles.id, before) : undefined,
      ),
    )
    .orderBy(desc(cycles.id))
    .limit(limit);
}

export async function countCycles(
  db: Database,
  { projectId, memoryId }: InMemory,
): Promise<number> {
  const rows = await db
    .select({ total: count() })
    .from(cycles)
    .where(and(eq(cycles.projectId, projectId), eq(cycles.memoryId, memoryId)));
  return rows[0]?.total ?? 0;
}

/** Expired entries that are not deleted. */
export function selectExpired(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<Pick<EntryRow, 'projectId' | 'memoryId' | 'id'>[]> {
  return db
    .select({ projectId: entries.projectId, memoryId: entries.memoryId, id: entries.id })
    .from(entries)
    .where(
      and(lte(entries.expiresAt, now), isNotNull(entries.expiresAt), isNull(entries.deletedAt)),
    )
    .limit(limit);
}

/** Memories with a `maxEntries` setting of their own or of their project. */
export function selectLimited(db: Database): Promise<MemoryRow[]> {
  return db
    .select()
    .from(memories)
    .where(
      or(
        sql`${memories.streamSettings} ? 'maxEntries'`,
        inArray(
          memories.projectId,
          db
            .select({ id: projects.id })
            .from(projects)
            .where(sql`${projects.streamSettings} ? 'maxEntries'`),
        ),
      ),
    );
}

/**
 * The entries of a memory beyond its `best` ones, by the weighted sum of recency, importance and utility.
 * Concurrent deletions cannot make one of the best entries part of the result.
 */
export function selectBeyond(
  db: Database,
  { projectId, memoryId }: InMemory,
  options: {
    now: Date;
    decay: number;
    recency: number;
    importance: number;
    utility: number;
    best: number;
  },
): Promise<{ id: string }[]> {
  const { now, decay, best } = options;
  const since = sql`coalesce(${entries.lastAccessedAt}, ${entries.occurredAt}, ${entries.createdAt})`;
  const hours = sql`greatest(0, extract(epoch from (${now.toISOString()}::timestamptz - ${since})) / 3600)`;
  const worth = sql`${options.recency}::float8 * exp(greatest(-700, ${hours} * ln(${decay}::float8)))
    + ${options.importance}::float8 * ${entries.importance} / 10 + ${options.utility}::float8 * ${entries.utility}`;
  return db
    .select({ id: entries.id })
    .from(entries)
    .where(
      and(
        eq(entries.projectId, projectId),
        eq(entries.memoryId, memoryId),
        isNull(entries.deletedAt),
      ),
    )
    .orderBy(desc(worth), desc(entries.id))
    .offset(best);
}

export function selectToPurge(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(and(isNotNull(entries.deletedAt), lte(entries.purgeAt, now)))
    .limit(limit);
}

/** Condition for the entries of a stream: neither facts nor entries with a lesson. */
function isInStream({ projectId, memoryId }: InMemory): SQL | undefined {
  return and(
    eq(entries.projectId, projectId),
    eq(entries.memoryId, memoryId),
    ne(entries.kind, 'FACT'),
    isNull(entries.lesson),
    isNull(entries.deletedAt),
  );
}
