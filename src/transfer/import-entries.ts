import type { App } from '../app.ts';
import { insertChunks } from '../db/chunks.ts';
import type { Database } from '../db/database.ts';
import { isSameSpace, spaceName } from '../db/embedding-space.ts';
import type { EntryRow, NewChunk } from '../db/rows.ts';
import { indexSoon } from '../entries/index/index-chunks.ts';
import { contentBytesOf, contentOf } from '../entries/statements.ts';
import { chunkRows, chunkTexts, embedTexts, sourceTextOf } from '../entries/write/embed-texts.ts';
import { badInput } from '../errors.ts';
import { REVIEWS, transact } from '../events/transact.ts';
import { addCounts, findMemories } from '../memories/memories.ts';
import { readProjectForUse } from '../projects/projects.ts';
import { OutdatedError } from '../projects/retry-outdated.ts';
import { spaceOf } from '../projects/settings.ts';
import type { Caller } from '../projects/viewer.ts';
import { needsQuotaLock, QUOTAS, requireRoom } from '../quotas/check-quotas.ts';
import { created, IMPORT_LOCK } from './import-containers.ts';
import type { ImportBatch, ImportOutcome } from './import-project.ts';
import {
  insertImported,
  insertMissing,
  selectLacking,
  selectRevisionNumbers,
} from './import-queries.ts';
import type { Line } from './lines.ts';
import { checkedVector } from './vectors.ts';

type EntryLine = Line<'entry'>;

/** Imports entries with their revisions, utility changes and vectors. An entry is imported completely or not at all. */
export async function importEntries(
  app: App,
  caller: Caller,
  batch: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  const missing = await selectLacking(app.db, projectId, 'me', batch.lines as EntryLine[]);
  if (missing.length === 0) return { imported: 0 };
  const chunks = await chunksOf(app, caller, missing, batch);
  const memoryIds = [...new Set(missing.map(({ memoryId }) => memoryId))].sort();
  const quotas = needsQuotaLock(caller.project) ? [QUOTAS] : [];
  const locks = [IMPORT_LOCK, ...memoryIds, REVIEWS, ...quotas];
  const imported = await transact(app, caller, { locks }, async ({ db, record }) => {
    const project = await readProjectForUse(db, projectId);
    if (!isSameSpace(spaceOf(project), batch.space)) throw new OutdatedError();
    const entries = await selectLacking(db, projectId, 'me', missing);
    const found = await findMemories({ ...app, db }, projectId, memoryIds);
    const memories = new Map(found.map((memory) => [memory.id, memory]));
    for (const { id, memoryId } of entries) {
      if (memories.has(memoryId)) continue;
      const message = `its memory ${memoryId} is neither in the file before the entry nor in the project`;
      throw badInput(`entry ${id}`, message);
    }
    await insertLines(db, projectId, entries);
    const rows = entries.flatMap(({ id }) => chunks.get(id) ?? []);
    await insertChunks(db, rows);
    const counts = found.map(({ id }) => ({ memoryId: id, ...countsOf(id, entries, rows) }));
    await addCounts(db, projectId, counts);
    const grown = countsOf(null, entries, rows);
    await requireRoom(app, db, project, { entries: grown.entries, bytes: grown.contentBytes });
    for (const entry of entries) {
      const memory = memories.get(entry.memoryId);
      if (entry.deletedAt !== null || !memory || memory.deletedAt !== null) continue;
      const changes = [created('content', contentOf(entry)), created('metadata', entry.metadata)];
      record({ type: 'ENTRY_CREATED', memory, entryId: entry.id, changes });
    }
    return entries.length;
  });
  indexSoon(app, projectId);
  return { imported };
}

/**
 * Imports the earlier revisions of entries. Revisions that are newer than the entry in the project are left out,
 * since that entry has another history.
 */
export function importRevisions(
  app: App,
  caller: Caller,
  batch: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  const lines = batch.lines as Line<'revision'>[];
  const ids = [...new Set(lines.map(({ entryId }) => entryId))];
  return transact(app, caller, { locks: [IMPORT_LOCK] }, async ({ db }) => {
    const numbers = await selectRevisionNumbers(db, projectId, ids);
    const known = lines.filter(({ entryId, number }) => number <= (numbers.get(entryId) ?? 0));
    const earlier = known.filter(({ entryId, number }) => number !== numbers.get(entryId));
    const rows = earlier.map((line) => ({ projectId, ...line }));
    const imported = await insertMissing(db, 'revisions', rows);
    return { imported, leftOut: lines.length - known.length };
  });
}

async function insertLines(db: Database, projectId: string, lines: readonly EntryLine[]) {
  await insertImported(
    db,
    'entries',
    lines.map(({ revisions: _, utilityChanges: __, chunks: ___, ...entry }) => ({
      projectId,
      ...entry,
    })),
  );
  const partsOf = (name: 'revisions' | 'utilityChanges') =>
    lines.flatMap((line) => line[name].map((part) => ({ projectId, entryId: line.id, ...part })));
  await insertImported(db, 'revisions', partsOf('revisions'));
  await insertImported(db, 'utilityChanges', partsOf('utilityChanges'));
}

/** The numbers that entries add to the counters of a memory, or of all memories if `memoryId` is null. */
function countsOf(memoryId: string | null, lines: readonly EntryLine[], rows: readonly NewChunk[]) {
  const isIn = (one: { memoryId: string }) => memoryId === null || one.memoryId === memoryId;
  const live = lines.filter((line) => isIn(line) && line.deletedAt === null);
  return {
    entries: live.length,
    chunks: rows.filter((row) => isIn(row) && !row.knownUntil).length,
    contentBytes: live.reduce((sum, line) => sum + contentBytesOf(line), 0),
  };
}

/** The chunks of each entry, by entry id. The project's model embeds an entry that has no chunks in the file. */
async function chunksOf(
  app: App,
  { project }: Caller,
  lines: readonly EntryLine[],
  { hasVectors, space }: ImportBatch,
): Promise<Map<string, NewChunk[]>> {
  // An entry without chunks was exported while its project was re-embedded.
  const given = lines.filter((line) => hasVectors && line.chunks?.length);
  const rows = new Map<string, NewChunk[]>(
    given.map((line) => {
      const entry = entryOf(project.id, line);
      const ofEntry = {
        projectId: project.id,
        entryId: entry.id,
        space: spaceName(space),
        memoryId: entry.memoryId,
        kind: entry.kind,
        expiresAt: entry.expiresAt,
        depth: entry.depth,
        supersededAt: entry.supersededAt,
        isIndexed: false,
      };
      const chunks = (line.chunks ?? []).map((chunk) => ({
        ...ofEntry,
        ...chunk,
        embedding: checkedVector(chunk.embedding, space, `entry ${entry.id}`),
      }));
      return [entry.id, chunks];
    }),
  );
  const others = lines.filter((line) => !rows.has(line.id));
  for (const [id, made] of await embeddedChunks(app, project.id, others, space)) rows.set(id, made);
  return rows;
}

/** Embeds the current statements of entries. Deleted entries get no vectors until they are restored. */
async function embeddedChunks(
  app: App,
  projectId: string,
  lines: readonly EntryLine[],
  space: ImportBatch['space'],
): Promise<Map<string, NewChunk[]>> {
  const statements = lines.flatMap((line) => {
    const entry = entryOf(projectId, line);
    if (entry.deletedAt !== null) return [];
    return entry.statements.map((statement) => ({ entry, statement }));
  });
  const sources = statements.map(({ entry, statement }) => sourceTextOf(statement, entry.lesson));
  const texts = await chunkTexts(app, space, sources);
  const vectors = await embedTexts(app, space, texts);
  const rows = new Map<string, NewChunk[]>();
  for (const [i, { entry, statement }] of statements.entries()) {
    const text = texts[i];
    if (text === undefined) continue;
    const own = rows.get(entry.id) ?? [];
    const knownFrom = new Date(statement.firstStatedAt);
    const options = { space, vectors, start: own.length, isIndexed: false, knownFrom };
    rows.set(entry.id, [...own, ...chunkRows({ entry, statement, text }, options)]);
  }
  return rows;
}

/** The line as a row. The schema of the line has already checked its JSON. */
function entryOf(projectId: string, line: EntryLine): EntryRow {
  const { revisions: _, utilityChanges: __, chunks: ___, ...entry } = line;
  return { projectId, ...entry } as EntryRow;
}
