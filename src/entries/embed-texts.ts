import { isDeepStrictEqual } from 'node:util';
import type { App } from '../app.ts';
import { selectEntriesByText } from '../db/chunks.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { EntryRow, NewChunk, ProjectRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { getMemory } from '../memories/memories.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import type { Draft } from './entries.ts';
import { findReplays } from './idempotency.ts';
import { isIndexingBehind } from './index-chunks.ts';
import { hashText } from './text-equality.ts';
import type { EntryRevision, TextWrite } from './write-set.ts';

/** A text of an entry, and the text that is embedded for it. For an entry with a lesson that is the task. */
export type SourceText = { text: string; embeddingText: string };

/**
 * The embedding text, split into chunks that the model reads whole. A fact's `hash` is unique in its memory.
 */
export type ChunkedText = SourceText & { hash: string; chunks: string[] };

/** The vectors of chunks, by the chunk's text. */
export type Vectors = ReadonlyMap<string, number[]>;

/** Texts with their vectors in one embedding space. */
export type EmbeddedTexts = { space: Space; texts: ChunkedText[]; vectors: Vectors };

/** The texts of an entry. An entry with a lesson has one text, which is embedded by its task. */
export function sourceTextsOf({
  passages,
  lesson,
}: Pick<EntryRow, 'passages' | 'lesson'>): SourceText[] {
  if (lesson === null) return passages.map((text) => ({ text, embeddingText: text }));
  return passages.slice(0, 1).map((text) => ({ text, embeddingText: lesson.task }));
}

/** @throws EMBEDDING_UNAVAILABLE */
export async function chunkTexts(
  app: App,
  space: Space,
  texts: readonly SourceText[],
): Promise<ChunkedText[]> {
  const embedder = app.embedders.for(space);
  const chunks = await embedder.split(texts.map(({ embeddingText }) => embeddingText));
  return texts.map((source, i) => ({
    ...source,
    hash: hashText(source.text),
    chunks: chunks[i] ?? [],
  }));
}

/** Embeds each distinct chunk once. @throws EMBEDDING_UNAVAILABLE */
export async function embedTexts(
  app: App,
  space: Space,
  texts: readonly ChunkedText[],
): Promise<Vectors> {
  const chunks = [...new Set(texts.flatMap((text) => text.chunks))];
  if (chunks.length === 0) return new Map();
  const vectors = await app.embedders.for(space).embed(chunks);
  return new Map(vectors.map((vector, i) => [chunks[i] ?? '', vector]));
}

/**
 * Embeds the texts in the space to which the project is being moved, so that they are written in both spaces.
 * Returns null if the project is not being moved. If the model of that space fails, the re-embedding job
 * embeds the texts later: a write does not depend on a model that the project does not use yet.
 */
export async function embedForNextSpace(
  app: App,
  project: ProjectRow,
  sources: readonly SourceText[],
): Promise<EmbeddedTexts | null> {
  const space = nextSpaceOf(project);
  if (space === null || sources.length === 0) return null;
  try {
    const texts = await chunkTexts(app, space, sources);
    return { space, texts, vectors: await embedTexts(app, space, texts) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    app.log.warn({ error, project: project.id }, 'A text was not embedded with the next model');
    return null;
  }
}

/**
 * The chunk rows of a text of an entry, from position `start`. With `isIndexed` the rows are in the HNSW
 * index of the space as soon as they are stored; otherwise `index-chunks.ts` adds them later.
 */
export function chunkRows(
  entry: EntryRow,
  text: ChunkedText,
  options: { space: Space; vectors: Vectors; start: number; isIndexed: boolean },
): NewChunk[] {
  return text.chunks.map((chunk, i) => ({
    projectId: entry.projectId,
    entryId: entry.id,
    space: spaceName(options.space),
    position: options.start + i,
    memoryId: entry.memoryId,
    kind: entry.kind,
    text: chunk,
    textHash: i === 0 && entry.kind === 'FACT' ? text.hash : null,
    embedding: vectorOf(options.vectors, chunk),
    isIndexed: options.isIndexed,
    expiresAt: entry.expiresAt,
    depth: entry.depth,
  }));
}

export function vectorOf(vectors: Vectors, chunk: string): number[] {
  const vector = vectors.get(chunk);
  if (vector === undefined) throw new Error('A chunk was not embedded');
  return vector;
}

/** The vectors of the written texts. `next` is for the space to which the project moves, see `chunkRows`. */
export type WrittenVectors = {
  space: Space;
  vectors: Vectors;
  next: EmbeddedTexts | null;
  isIndexed: boolean;
};

/** A text to write. `requestHash` detects the use of an idempotency key with a different request. */
export type WriteItem = Omit<TextWrite, 'text'> & {
  content: string;
  idempotencyKey: string | null;
  requestHash: string;
};

/** A write with embedded texts. */
export type PreparedWrite = ({ type: 'TEXT' } & TextWrite) | ({ type: 'REVISION' } & EntryRevision);

/** The input of the transaction, prepared before it. `chunkCount` of the memory may be out of date. */
export type Prepared = WrittenVectors & { writes: PreparedWrite[]; chunkCount: number };

/**
 * Embeds the texts. Without `embedAll`, omits texts that the memory already holds and items whose idempotency
 * key already has an answer.
 * @throws NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function prepareTexts(
  app: App,
  project: ProjectRow,
  { memoryId, items }: { memoryId: string; items: readonly WriteItem[] },
  { embedAll }: { embedAll: boolean },
): Promise<Prepared> {
  const space = spaceOf(project);
  const texts = await chunkTexts(
    app,
    space,
    items.map(({ content, lesson }) => ({ text: content, embeddingText: lesson?.task ?? content })),
  );
  const hashes = texts.filter((_, i) => items[i]?.kind === 'FACT').map(({ hash }) => hash);
  const inMemory = { projectId: project.id, memoryId };
  const [memory, held, replays] = await Promise.all([
    getMemory(app, project.id, memoryId),
    embedAll ? new Map<string, string>() : selectEntriesByText(app.db, inMemory, { space, hashes }),
    embedAll ? new Map<number, unknown>() : findReplays(app.db, project.id, items),
  ]);
  const needed = texts.filter(
    ({ hash }, i) => !replays.has(i) && !(items[i]?.kind === 'FACT' && held.has(hash)),
  );
  const writes = items.flatMap((item, i) => {
    const text = texts[i];
    return text ? [{ type: 'TEXT' as const, ...item, text }] : [];
  });
  return { writes, chunkCount: memory.chunkCount, ...(await embedBoth(app, project, needed)) };
}

/** Embeds the texts of the entries whose searchable text changes. @throws EMBEDDING_UNAVAILABLE */
export async function prepareRevisions(
  app: App,
  project: ProjectRow,
  revisions: readonly Omit<EntryRevision, 'texts'>[],
): Promise<Prepared> {
  const writes = await Promise.all(
    revisions.map(async (revision) => {
      const { entry, draft } = revision;
      const sources = sourceTextsOf({ passages: draft.passages, lesson: entry.lesson });
      const texts = isTextWritten(entry, draft)
        ? await chunkTexts(app, spaceOf(project), sources)
        : null;
      return { type: 'REVISION' as const, ...revision, texts };
    }),
  );
  const embedded = await embedBoth(
    app,
    project,
    writes.flatMap(({ texts }) => texts ?? []),
  );
  return { writes, chunkCount: 0, ...embedded };
}

/** Whether a change writes the chunks of an entry anew. An entry that becomes a fact gets hashes of its texts. */
function isTextWritten(entry: EntryRow, draft: Draft): boolean {
  if (draft.deletedAt !== null) return false;
  const becomesFact = draft.kind === 'FACT' && entry.kind !== 'FACT';
  const isSameText = isDeepStrictEqual(entry.passages, draft.passages);
  return entry.deletedAt !== null || becomesFact || !isSameText;
}

async function embedBoth(
  app: App,
  project: ProjectRow,
  texts: readonly ChunkedText[],
): Promise<WrittenVectors> {
  const space = spaceOf(project);
  const [vectors, next] = await Promise.all([
    embedTexts(app, space, texts),
    embedForNextSpace(app, project, texts),
  ]);
  return { space, vectors, next, isIndexed: isIndexingBehind(app) };
}
