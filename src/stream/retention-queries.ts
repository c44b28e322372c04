import {
  and,
  asc,
  desc,
  eq,
  exists,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PageOfAll } from '../batches.ts';
import type { Database } from '../db/database.ts';
import { recencySql } from '../db/recency.ts';
import type { EntryRow, InMemory, MemoryRow } from '../db/rows.ts';
import { byIdAndProject, isAfter } from '../db/rows-of-all.ts';
import { entries } from '../db/tables/entries.ts';
import { memories } from '../db/tables/memories.ts';
import { projects } from '../db/tables/projects.ts';

export type ExpiredEntry = Pick<EntryRow, 'projectId' | 'memoryId' | 'id' | 'expiresAt'>;

/**
 * A page of expired entries that are not deleted, in memories that are not deleted. The page begins after the entry
 * `after`, in the order of expiry, then id, then project.
 */
export function selectExpired(
  db: Database,
  { now, after, limit }: { now: Date; after: ExpiredEntry | null; limit: number },
): Promise<ExpiredEntry[]> {
  const { projectId, memoryId, id, expiresAt } = entries;
  return db
    .select({ projectId, memoryId, id, expiresAt })
    .from(entries)
    .where(
      and(
        lte(expiresAt, now),
        isNotNull(expiresAt),
        isNull(entries.deletedAt),
        isInLiveMemory(db),
        after
          ? sql`(${expiresAt}, ${id}, ${projectId}) > (${after.expiresAt?.toISOString()}, ${after.id}, ${after.projectId})`
          : undefined,
      ),
    )
    .orderBy(asc(expiresAt), ...byIdAndProject(entries))
    .limit(limit);
}

/** Memories that are not deleted, with more entries than the `maxEntries` of their own or of their project. */
export function selectOverfull(db: Database): Promise<MemoryRow[]> {
  const [own, ofProject] = [memories, projects].map(
    ({ streamSettings }) => sql`${streamSettings}->>'maxEntries'`,
  );
  return db
    .select(getTableColumns(memories))
    .from(memories)
    .innerJoin(projects, eq(projects.id, memories.projectId))
    .where(
      and(
        isNull(memories.deletedAt),
        gt(memories.entryCount, sql`coalesce(${own}, ${ofProject})::integer`),
      ),
    );
}

/**
 * The entries of a memory except its `best` best ones. All current entries are better than all superseded ones. Among
 * both, the order is by the weighted sum of recency, importance and utility. Concurrent deletions cannot make one of
 * the best entries part of the result.
 */
export function selectBeyond(
  db: Database,
  { projectId, memoryId }: InMemory,
  options: {
    now: Date;
    decay: number;
    accessShare: number;
    recency: number;
    importance: number;
    utility: number;
    best: number;
  },
): Promise<{ id: string }[]> {
  const { now, decay, best } = options;
  const recency = recencySql(
    { lastStatedAt: sql`${entries.lastStatedAt}`, lastAccessedAt: sql`${entries.lastAccessedAt}` },
    {
      now: sql`${now.toISOString()}::timestamptz`,
      logOfDecay: sql`ln(${decay}::float8)`,
      accessShare: sql`${options.accessShare}::float8`,
    },
  );
  const worth = sql`${options.recency}::float8 * ${recency}
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
    .orderBy(desc(isNull(entries.supersededAt)), desc(worth), desc(entries.id))
    .offset(best);
}

/** A page of deleted entries whose grace period is over. Entries of deleted memories are left out. */
export function selectToPurge(
  db: Database,
  { now, after, limit }: PageOfAll & { now: Date },
): Promise<EntryRow[]> {
  return db
    .select()
    .from(entries)
    .where(
      and(
        isNotNull(entries.deletedAt),
        lte(entries.purgeAt, now),
        isAfter(entries, after),
        isInLiveMemory(db),
      ),
    )
    .orderBy(...byIdAndProject(entries))
    .limit(limit);
}

function isInLiveMemory(db: Database): SQL {
  const live = db
    .select({ one: sql`1` })
    .from(memories)
    .where(
      and(
        eq(memories.projectId, entries.projectId),
        eq(memories.id, entries.memoryId),
        isNull(memories.deletedAt),
      ),
    );
  return exists(live);
}
