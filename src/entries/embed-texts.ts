import type { App } from '../app.ts';
import { selectEntriesByText } from '../db/chunks.ts';
import { type Space, spaceName } from '../db/embedding-space.ts';
import type { EntryRow, NewChunk, ProjectRow } from '../db/rows.ts';
import { DomainError } from '../errors.ts';
import { getMemory } from '../memories/memories.ts';
import { nextSpaceOf, spaceOf } from '../projects/settings.ts';
import { isUnchanged } from './entries.ts';
import { findReplays } from './idempotency.ts';
import { isIndexingBehind } from './index-chunks.ts';
import { hashText } from './text-equality.ts';
import type { EntryRevision, TextWrite } from './write-set.ts';

/** A text of an entry, and the text that is embedded for it: of a reflection with a lesson that is the task. */
export type SourceText = { text: string; embeddingText: string };

/** The embedding text in chunks that the model reads whole. The hash makes the text of a fact unique in its memory. */
export type ChunkedText = SourceText & { hash: string; chunks: string[] };

/** The vector of each chunk, by the chunk's text. */
export type Vectors = ReadonlyMap<string, number[]>;

/** Texts that are ready to be stored in one space. */
export type EmbeddedTexts = { space: Space; texts: ChunkedText[]; vectors: Vectors };

/** The texts of an entry; one with a lesson has a single one, found by the task. */
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

/** A vector for each chunk; equal chunks are embedded once. @throws EMBEDDING_UNAVAILABLE */
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
 * The texts in the space that the project is being re-embedded into, so that what is written meanwhile is in
 * both spaces; null while the project is not re-embedded. Where the model of that space fails, the texts are
 * left to the re-embedding: a write does not depend on a model that the project does not use yet.
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
 * The rows that make a text of an entry searchable, from position `start` on. With `isIndexed` they enter the
 * index of the space as they are stored, otherwise a moment later (`index-chunks.ts`).
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

/** The vectors of what is written. `isIndexed` puts the chunks into the index of their space at once. */
export type WrittenVectors = {
  space: Space;
  vectors: Vectors;
  next: EmbeddedTexts | null;
  isIndexed: boolean;
};

/** A text that a caller asks to write. `requestHash` tells whether a repeated idempotency key asks for the same. */
export type WriteItem = Omit<TextWrite, 'text'> & {
  content: string;
  idempotencyKey: string | null;
  requestHash: string;
};

/** A write whose texts are embedded. */
export type PreparedWrite = ({ type: 'TEXT' } & TextWrite) | ({ type: 'REVISION' } & EntryRevision);

/** What is made ready outside the transaction. `chunkCount`, that of the memory, may be out of date. */
export type Prepared = WrittenVectors & { writes: PreparedWrite[]; chunkCount: number };

/** Embeds the texts; those that the memory holds already, or whose answer is known, need no vectors. */
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

/** Embeds the entry's texts where what is searchable of it changes. */
export async function prepareRevision(
  app: App,
  project: ProjectRow,
  revision: Omit<EntryRevision, 'texts'>,
): Promise<Prepared> {
  const { entry, draft } = revision;
  const isSearchable = draft.deletedAt === null;
  const isSame =
    entry.deletedAt === null && isUnchanged(entry, { ...entry, passages: draft.passages });
  const sources = sourceTextsOf({ passages: draft.passages, lesson: entry.lesson });
  const texts = isSearchable && !isSame ? await chunkTexts(app, spaceOf(project), sources) : null;
  const embedded = await embedBoth(app, project, texts ?? []);
  return { writes: [{ type: 'REVISION', ...revision, texts }], chunkCount: 0, ...embedded };
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
