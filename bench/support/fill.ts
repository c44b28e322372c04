import { sql } from 'drizzle-orm';
import type { App } from '../../src/app.ts';
import { insertChunks } from '../../src/db/chunks.ts';
import { spaceName } from '../../src/db/embedding-space.ts';
import { ensureHnswIndex } from '../../src/db/hnsw-index.ts';
import type { EntryRow } from '../../src/db/rows.ts';
import { readIndexSizes } from '../../src/entries/index/index-sizes.ts';
import { insertEntries } from '../../src/entries/queries.ts';
import { newStatement, withStatements } from '../../src/entries/statements.ts';
import { chunkRows } from '../../src/entries/write/embed-texts.ts';
import { newId } from '../../src/ids.ts';
import { addCounts } from '../../src/memories/memories.ts';
import type { Caller } from '../../src/projects/viewer.ts';

export type Held = { id: string; memoryId: string; text: string; vector: number[] };

const BATCH = 500;

/**
 * Stores entries as they would be after as many writes, without deciding each: the index is built once
 * at the end. The entries go to the memories by turns, or in the order of `slots`.
 */
export async function fillMemories(
  app: App,
  caller: Caller,
  {
    memoryIds,
    slots = memoryIds,
    texts,
  }: { memoryIds: string[]; slots?: string[]; texts: { text: string; vector: number[] }[] },
): Promise<Held[]> {
  const space = app.embedders.defaultSpace;
  await dropSpaceIndex(app);
  const held: Held[] = [];
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH).map(({ text, vector }, i) => {
      const entry = entryOf(caller, slots[(start + i) % slots.length] ?? '', text);
      held.push({ id: entry.id, memoryId: entry.memoryId, text, vector });
      const [statement] = entry.statements;
      if (statement === undefined) throw new Error('An entry has no statements');
      const chunk = { text, context: null, embedded: text };
      const source = { context: null, embeddingText: text, hash: `bench ${entry.id}` };
      const added = { entry, statement, text: { ...source, text, chunks: [chunk] } };
      const vectors = new Map([[text, vector]]);
      const stored = { space, vectors, start: 0, isIndexed: true, knownFrom: entry.createdAt };
      return { entry, chunks: chunkRows(added, stored) };
    });
    await insertEntries(
      app.db,
      batch.map(({ entry }) => entry),
    );
    await insertChunks(
      app.db,
      batch.flatMap(({ chunks }) => chunks),
    );
  }
  for (const id of memoryIds) {
    const own = held.filter(({ memoryId }) => memoryId === id);
    const { id: projectId } = caller.project;
    const contentBytes = own.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const counts = { entries: own.length, chunks: own.length, contentBytes };
    await addCounts(app.db, projectId, [{ memoryId: id, ...counts }]);
  }
  await ensureHnswIndex(app.connection, space);
  await app.db.execute(sql`vacuum analyze entries, chunks, memories`);
  await readIndexSizes(app);
  return held;
}

/** On PostgreSQL, the index of a real model can be that of other projects. It then stays, and grows with each row. */
async function dropSpaceIndex(app: App): Promise<void> {
  const isOwn =
    app.connection.kind === 'embedded' || app.embedders.defaultSpace.model === 'instant';
  if (!isOwn) return;
  const name = `%${spaceName(app.embedders.defaultSpace)}%`;
  const indexes = await app.db
    .select({ name: sql<string>`indexname` })
    .from(sql`pg_indexes`)
    .where(sql`indexname like 'chunks_near_%' and indexdef like ${name}`);
  for (const index of indexes) await app.db.execute(sql.raw(`drop index ${index.name}`));
}

function entryOf(caller: Caller, memoryId: string, text: string): EntryRow {
  const now = new Date();
  const { actor } = caller;
  const given = {
    text,
    source: 'MANUAL' as const,
    metadata: {},
    context: null,
    occurredAt: null,
  };
  return {
    projectId: caller.project.id,
    id: newId('me'),
    memoryId,
    kind: 'FACT',
    source: 'MANUAL',
    ...withStatements([newStatement(given, { number: 1, actor, now })]),
    nextStatement: 2,
    supersededBy: null,
    supersededAt: null,
    contradictionPending: false,
    lesson: null,
    reviewCount: 0,
    importanceParts: null,
    depth: 0,
    expiresAt: null,
    purgeAt: null,
    revision: 0,
    utility: 0.5,
    importance: 5,
    accessCount: 0,
    lastAccessedAt: null,
    createdBy: caller.actor,
    updatedBy: caller.actor,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}
