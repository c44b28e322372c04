import { type ProjectSpace, type Space, spaceName } from './embedding-space.ts';

/**
 * Decides whether a vector search scans its chunks exactly or uses an HNSW index, and how many candidates it reads from
 * the index.
 */

/** EXACT compares every chunk; HNSW uses the index of the space, OWN_HNSW the project's own index. */
export type SearchMethod = 'EXACT' | 'HNSW' | 'OWN_HNSW';

/**
 * A project is added to the index when its vectors together have this many values: 100,000 chunks of 384 dimensions, or
 * 25,000 of 1,536. A cached project is compared in the process, so the index would serve only searches before it is
 * cached, or searches with conditions that the cache cannot test (docs/decisions/058-no-index-for-cached-projects.md).
 */
const MIN_INDEXED_VALUES = 100_000 * 384;

/** The number of chunks from which a project is added to the index if the process caches no projects. */
const MIN_INDEXED_CHUNKS_WITHOUT_CACHE = 750;

/** The number of chunks from which a project is added to the index, unless `VECTOR_INDEX_FROM` is set. */
export function defaultMinIndexedChunks(
  { dimensions }: Pick<Space, 'dimensions'>,
  { isCached }: { isCached: boolean },
): number {
  return isCached ? Math.ceil(MIN_INDEXED_VALUES / dimensions) : MIN_INDEXED_CHUNKS_WITHOUT_CACHE;
}

/**
 * The maximum number of chunks of a project that is always scanned exactly. It is 4/3 of the number from which a
 * project is added to the index, so that most of its chunks are in the index when searches begin to use it
 * (docs/decisions/048-no-index-for-small-projects.md).
 */
export function maxExactScanChunks({
  minIndexedChunks,
}: Pick<IndexSizes, 'minIndexedChunks'>): number {
  return Math.ceil((minIndexedChunks * 4) / 3);
}

/** The maximum dimensions of pgvector's HNSW index, as `halfvec`. Larger vectors are compared exactly. */
export const HALFVEC_INDEX_DIMENSIONS = 4000;

/** A scope of at most this many chunks is always scanned exactly. */
const EXACT_SCOPE_CHUNKS = 1000;

/**
 * All projects with the same embedding model share one index, and a large one also has its own. A filtered search for
 * a small part of the index reads many chunks of other projects on the way, so its time grows with (chunks in the
 * index) / (chunks in scope). The time of an exact scan grows with the chunks in scope. Both take equally long at
 * √(SHARE_FACTOR × chunks in the index) (docs/decisions/029-index-by-share.md).
 */
const SHARE_FACTOR = 250;

/** The bounds of `hnsw.ef_search` in searches; pgvector takes at most 1,000. */
const MIN_EF_SEARCH = 64;
const MAX_EF_SEARCH = 1000;

/** In a large index, a search must read the number of chunks divided by this to find 95 of the 100 nearest ones. */
const CHUNKS_PER_CANDIDATE = 550;

/**
 * The numbers of chunks in the indexes: in shared ones by the name of the space, in those of single projects by
 * `spaceOfProject`. They can be out of date, which makes searches slower or a little less exact; pending chunks are
 * always compared.
 */
export type IndexSizes = {
  shared: ReadonlyMap<string, number>;
  own: ReadonlyMap<string, number>;
  /** How many chunks each project in a shared index has, by the key of `spaceOfProject`. */
  projects: ReadonlyMap<string, number>;
  /** The number of chunks from which a project is added to the index (`VECTOR_INDEX_FROM`). */
  readonly minIndexedChunks: number;
};

/** The number of a project's chunks in an embedding space. */
export type ProjectChunks = { projectId: string; space: Space; chunks: number };

/** Identifies a project's chunks of a space. */
export function spaceOfProject(space: Space, projectId: string): string {
  return `${spaceName(space)} ${projectId}`;
}

/** The fastest way to search this many chunks of a project, by their share of its own index or of the shared one. */
export function searchMethod(
  sizes: IndexSizes,
  { projectId, space }: ProjectSpace,
  chunksInScope: number,
): SearchMethod {
  const inIndex = chunksInIndex(sizes, { projectId, space });
  const border = Math.max(EXACT_SCOPE_CHUNKS, Math.sqrt(SHARE_FACTOR * inIndex));
  if (space.dimensions > HALFVEC_INDEX_DIMENSIONS || chunksInScope <= border) return 'EXACT';
  // The scope can have grown since the chunks of the project were counted.
  const counted = sizes.projects.get(spaceOfProject(space, projectId)) ?? 0;
  if (Math.max(counted, chunksInScope) <= maxExactScanChunks(sizes)) return 'EXACT';
  return sizes.own.has(spaceOfProject(space, projectId)) ? 'OWN_HNSW' : 'HNSW';
}

/**
 * The `hnsw.ef_search` with which a search of the index finds 95 of 100 nearest chunks, up to pgvector's limit
 * (docs/decisions/041-size-and-kind-of-index.md). In larger indexes a search must also read more chunks (`indexReach`).
 */
export function efSearchOf(sizes: IndexSizes, project: ProjectSpace): number {
  return Math.min(MAX_EF_SEARCH, candidatesOf(chunksInIndex(sizes, project)));
}

/**
 * The number of chunks in scope that a search reads from an index that is too large for `hnsw.ef_search` alone. Of
 * these, the nearest are its results. 0 for smaller indexes.
 */
export function indexReach(
  sizes: IndexSizes,
  project: ProjectSpace,
  chunksInScope: number,
): number {
  const inIndex = chunksInIndex(sizes, project);
  const candidates = candidatesOf(inIndex);
  if (candidates <= MAX_EF_SEARCH) return 0;
  return Math.ceil(candidates * Math.min(1, chunksInScope / inIndex));
}

/** The number of candidates among which 95 of 100 nearest chunks are found in an index with this many chunks. */
function candidatesOf(inIndex: number): number {
  const wanted = Math.max(Math.sqrt(inIndex), inIndex / CHUNKS_PER_CANDIDATE);
  return Math.max(MIN_EF_SEARCH, Math.round(wanted));
}

/** The number of chunks in the index that searches of a project use: its own, or the shared one. */
export function chunksInIndex(
  { own, shared }: Pick<IndexSizes, 'own' | 'shared'>,
  { projectId, space }: ProjectSpace,
): number {
  return own.get(spaceOfProject(space, projectId)) ?? shared.get(spaceName(space)) ?? 0;
}
