import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isAmong } from '../db/prepared-queries.ts';
import type { EntryRow, EvidenceRow, InMemory } from '../db/rows.ts';
import { entries } from '../db/tables/entries.ts';
import { evidence } from '../db/tables/stream.ts';

/** Entries of a stream after the id `after` and up to the id `through`, newest first. */
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

/** Ids of the insights that cite any of the entries. */
export async function selectInsightsOn(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: evidence.entryId })
    .from(evidence)
    .where(and(eq(evidence.projectId, projectId), isAmong(evidence.evidenceId, entryIds)));
  return rows.map(({ id }) => id);
}

/** The kinds of entries of a stream: neither facts nor reflections. */
export const STREAM_KINDS: EntryRow['kind'][] = ['OBSERVATION', 'PLAN', 'INSIGHT'];

/** Condition for the entries of a stream. */
function isInStream({ projectId, memoryId }: InMemory): SQL | undefined {
  return and(
    eq(entries.projectId, projectId),
    eq(entries.memoryId, memoryId),
    inArray(entries.kind, STREAM_KINDS),
    isNull(entries.lesson),
    isNull(entries.deletedAt),
  );
}
