import { and, eq, inArray, isNotNull, isNull, placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { inPlacedSpace, type Space, spaceName } from './embedding-space.ts';
import { failUnless, ONE_ROW, prepared } from './prepared-queries.ts';
import type { InMemory } from './rows.ts';
import { chunks } from './tables/chunks.ts';

/** Finds the stored statements that hold a text (have exactly this text), by the hash of the text. */

/**
 * For each of the given facts that is current, by its id: the ids of the current entries of a memory that hold one of
 * its texts.
 */
export async function selectHoldersOf(
  db: Database,
  { projectId, memoryId }: InMemory,
  factIds: string[],
): Promise<Map<string, string[]>> {
  const own = alias(chunks, 'own');
  const rows = await db
    .selectDistinct({ factId: own.entryId, holderId: chunks.entryId })
    .from(own)
    .innerJoin(
      chunks,
      and(
        eq(chunks.projectId, own.projectId),
        eq(chunks.memoryId, memoryId),
        eq(chunks.space, own.space),
        eq(chunks.textHash, own.textHash),
        isNull(chunks.knownUntil),
        isNull(chunks.supersededAt),
      ),
    )
    .where(
      and(
        eq(own.projectId, projectId),
        inArray(own.entryId, factIds),
        isNull(own.knownUntil),
        isNull(own.supersededAt),
        isNotNull(own.textHash),
      ),
    );
  const holders = new Map<string, string[]>();
  for (const { factId, holderId } of rows) {
    holders.set(factId, [...(holders.get(factId) ?? []), holderId]);
  }
  return holders;
}

/** A statement that holds a text. */
export type Holder = { entryId: string; statement: number };

/** The hash of a text of a memory. */
export type HashInMemory = { memoryId: string; hash: string };

/**
 * The statements that hold texts with these hashes, by hash, for each memory, without those of superseded entries.
 * Memories without any are omitted.
 */
export async function selectHolders(
  db: Database,
  projectId: string,
  { space, texts }: GivenTexts,
): Promise<Map<string, Map<string, Holder[]>>> {
  const holders = new Map<string, Map<string, Holder[]>>();
  if (texts.length === 0) return holders;
  const query = prepared(db, 'holders', () =>
    db
      .select({
        memoryId: sql<string>`given.memory_id`,
        hash: sql<string>`given.hash`,
        entryId: sql<string>`holding.entry_id`,
        statement: sql<number>`holding.statement`,
      })
      .from(holdersOfGiven(db)),
  );
  const rows = await query.execute(parametersOf(projectId, { space, texts }));
  for (const { memoryId, hash, ...holder } of rows) {
    const ofMemory = holders.get(memoryId) ?? new Map<string, Holder[]>();
    holders.set(memoryId, ofMemory);
    ofMemory.set(hash, [...(ofMemory.get(hash) ?? []), holder]);
  }
  return holders;
}

type GivenTexts = { space: Space; texts: readonly HashInMemory[] };

/**
 * Makes the transaction fail (`isUnmetCondition`) if one of the texts is stored already, as a statement of an entry
 * that is not superseded.
 */
export async function failIfHeld(
  db: Database,
  projectId: string,
  given: GivenTexts,
): Promise<void> {
  const statement = prepared(db, 'fail_if_held', () => {
    const held = db.select({ hash: sql`given.hash` }).from(holdersOfGiven(db));
    return db.select({ isMet: failUnless(sql`not exists (${held})`) }).from(ONE_ROW);
  });
  await statement.execute(parametersOf(projectId, given));
}

/**
 * A FROM clause that pairs each given text (`given`) with each stored statement that has the same text (`holding`). Its
 * placeholders are those of `parametersOf`. Statements of superseded entries are left out.
 */
function holdersOfGiven(db: Database): SQL {
  const holding = db
    .select({ entryId: chunks.entryId, statement: chunks.statement })
    .from(chunks)
    .where(
      and(
        eq(chunks.projectId, placeholder('projectId')),
        sql`${chunks.memoryId} = given.memory_id`,
        inPlacedSpace,
        sql`${chunks.textHash} = given.hash`,
        isNull(chunks.knownUntil),
        isNull(chunks.supersededAt),
      ),
    );
  // OFFSET makes PostgreSQL look up each hash in the index. A join would read all chunks of a small project.
  return sql`unnest(${placeholder('memoryIds')}::text[], ${placeholder('hashes')}::text[]) as given(memory_id, hash)
    cross join lateral (${holding} offset 0) as holding`;
}

function parametersOf(projectId: string, { space, texts }: GivenTexts) {
  const unique = [
    ...new Map(texts.map((text) => [`${text.memoryId} ${text.hash}`, text])).values(),
  ];
  return {
    projectId,
    memoryIds: unique.map(({ memoryId }) => memoryId),
    hashes: unique.map(({ hash }) => hash),
    space: spaceName(space),
  };
}
