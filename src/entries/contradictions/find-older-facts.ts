import type { App } from '../../app.ts';
import { selectStatementVectors } from '../../db/chunk-vectors.ts';
import type { EntryRow, MemoryRow, ProjectRow } from '../../db/rows.ts';
import { searchMethod } from '../../db/search-method.ts';
import { findNearestChunks } from '../../db/vector-search.ts';
import { spaceOf } from '../../projects/settings.ts';
import { selectEntriesByIds } from '../read-queries.ts';
import { conflicts, newestOf } from '../statements.ts';
import { comparedChunks } from '../write/find-near.ts';

/** Maximum number of older facts that are compared with a new one. */
const NEIGHBOURS = 8;

/** Maximum number of chunks that are read to find these facts: long facts have several chunks. */
const CHUNKS = 3 * NEIGHBOURS;

/**
 * Lowest cosine similarity of a fact that can contradict another. With the local model, unrelated facts have
 * .11 on average, and facts with the same subject .51.
 */
const MIN_SIMILARITY = 0.3;

/** The `hnsw.ef_search` of the comparison. */
const EF_SEARCH = 100;

/**
 * The current facts of a memory that are nearest to the newest statement of a fact and were said before it. What metadata
 * keeps apart from the fact, such as the id of another person, is left out.
 */
export async function findOlderFacts(
  app: App,
  { project, memory }: { project: ProjectRow; memory: MemoryRow },
  fact: EntryRow,
): Promise<EntryRow[]> {
  const space = spaceOf(project);
  const inMemory = { projectId: project.id, memoryId: memory.id };
  const { number: statement } = newestOf(fact.statements);
  return app.connection.transaction(async (db) => {
    const said = { entryId: fact.id, statement };
    const vectors = await selectStatementVectors(db, { projectId: project.id, space }, said);
    const found = await findNearestChunks(
      db,
      { ...comparedChunks(inMemory, space), at: app.clock() },
      {
        vectors,
        limit: CHUNKS,
        method: searchMethod(app.indexSizes, { ...inMemory, space }, memory.chunkCount),
        efSearch: EF_SEARCH,
        withEntries: false,
      },
    );
    const near = found
      .flat()
      .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
      .sort((one, other) => other.similarity - one.similarity);
    const ids = [...new Set(near.map(({ entryId }) => entryId))].filter((id) => id !== fact.id);
    const rows = await selectEntriesByIds(db, project.id, ids);
    return ids
      .flatMap((id) => rows.find((row) => row.id === id) ?? [])
      .filter((row) => isSaidBefore(row, fact) && !conflicts(row.metadata, fact.metadata))
      .slice(0, NEIGHBOURS);
  });
}

/**
 * Whether a fact was last said before the newest statement of another fact. Facts of one call have the same time, and
 * are ordered by their ids.
 */
export function isSaidBefore(one: EntryRow, other: EntryRow): boolean {
  const newest = newestOf(other.statements);
  const [first, second] = [one.lastStatedAt.getTime(), Date.parse(newest.lastStatedAt)];
  return first < second || (first === second && one.id < other.id);
}
