import type { App } from '../../app.ts';
import { type Space, spaceName } from '../../db/embedding-space.ts';
import type { EntryRow, NewChunk, ProjectRow } from '../../db/rows.ts';
import type { Lesson, Statement } from '../../db/tables/entries.ts';
import { DomainError } from '../../errors.ts';
import { meanDirection } from '../../models/embedder.ts';
import { textVector } from '../../models/vector-cache.ts';
import { nextSpaceOf, spaceOf } from '../../projects/settings.ts';
import { isIndexingBehind } from '../index/index-chunks.ts';
import { happenedAt } from '../statements.ts';
import { hashText } from '../text-hash.ts';

/**
 * A text of an entry, and the text that is embedded for it: the same or, for an entry with a lesson, the task.
 * `context` is embedded with the text where there is room for it, and its words count for searches.
 */
export type SourceText = { text: string; context: string | null; embeddingText: string };

/**
 * A part of a text with a vector of its own. `embedded` is the key of its vector: the text or, with a context, the
 * text alone and the text with its context, separated by NUL, whose directions are averaged.
 */
export type TextChunk = { text: string; context: string | null; embedded: string };

/** A text, its digest, and its chunks, each of which the model can read without cutting it. */
export type ChunkedText = SourceText & { hash: string; chunks: TextChunk[] };

/** The vectors of chunks, by `TextChunk.embedded`. */
export type Vectors = ReadonlyMap<string, number[]>;

/** Texts with their vectors in another embedding space, by the text for which they were made. */
export type EmbeddedTexts = {
  space: Space;
  texts: ReadonlyMap<SourceText, ChunkedText>;
  vectors: Vectors;
};

/**
 * The text that is embedded for a text of an entry. An entry with a lesson is found by the vector of its task, and by
 * the words of its text and of the lesson's parts.
 */
export function sourceTextOf(
  { text, context }: Pick<Statement, 'text' | 'context'>,
  lesson: Lesson | null,
): SourceText {
  if (lesson === null) return { text, context, embeddingText: text };
  const { keyMistake, correctAction, guidance, task, embeddedText } = lesson;
  const others = [keyMistake, correctAction, guidance].filter((part) => !text.includes(part));
  return { text, context: [text, ...others].join('\n'), embeddingText: embeddedText ?? task };
}

/** @throws EMBEDDING_UNAVAILABLE */
export async function chunkTexts(
  app: App,
  space: Space,
  sources: readonly SourceText[],
): Promise<ChunkedText[]> {
  if (sources.length === 0) return [];
  const embedder = app.embedders.for(space);
  const split = await embedder.split(sources.map(({ embeddingText }) => embeddingText));
  const texts = sources.map((source, i) => ({
    ...source,
    hash: hashText(source.text),
    chunks: (split[i] ?? []).map((text, position) => ({
      text,
      context: position === 0 ? source.context : null,
      embedded: text,
    })),
  }));
  const withContext = texts.flatMap(({ text, context, embeddingText, chunks }) =>
    context !== null && embeddingText === text
      ? chunks.map((chunk) => ({ chunk, joined: `${chunk.text}\n${context}` }))
      : [],
  );
  if (withContext.length === 0) return texts;
  const parts = await embedder.split(withContext.map(({ joined }) => joined));
  for (const [i, { chunk, joined }] of withContext.entries()) {
    if (parts[i]?.length === 1) chunk.embedded = `${chunk.text}\0${joined}`;
  }
  return texts;
}

/** Embeds each distinct chunk once. @throws EMBEDDING_UNAVAILABLE */
export async function embedTexts(
  app: App,
  space: Space,
  texts: readonly ChunkedText[],
): Promise<Vectors> {
  const keys = new Set(texts.flatMap((text) => text.chunks.map(({ embedded }) => embedded)));
  const parts = [...new Set([...keys].flatMap((key) => key.split('\0')))];
  if (parts.length === 0) return new Map();
  const embedder = app.embedders.for(space);
  const [only = ''] = parts;
  const vectors =
    parts.length === 1 ? [await textVector(embedder, only)] : await embedder.embed(parts);
  const vectorOfPart = new Map(vectors.map((vector, i) => [parts[i] ?? '', vector]));
  return new Map(
    [...keys].map((key) => {
      const own = key.split('\0').map((part) => vectorOf(vectorOfPart, part));
      const [only = []] = own;
      return [key, own.length === 1 ? only : meanDirection(own)];
    }),
  );
}

/**
 * Embeds the texts in the next space of a project that is being re-embedded, so that they are written in both spaces.
 * Returns null if there is none. If the model of that space fails, the re-embedding job
 * embeds the texts later: a write does not depend on a model that the project does not use yet.
 */
async function embedForNextSpace(
  app: App,
  project: ProjectRow,
  sources: readonly SourceText[],
): Promise<EmbeddedTexts | null> {
  const space = nextSpaceOf(project);
  if (space === null || sources.length === 0) return null;
  try {
    const texts = await chunkTexts(app, space, sources);
    const vectors = await embedTexts(app, space, texts);
    return {
      space,
      texts: new Map(texts.flatMap((text, i) => (sources[i] ? [[sources[i], text]] : []))),
      vectors,
    };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    app.log.warn({ error, project: project.id }, 'A text was not embedded with the next model');
    return null;
  }
}

/**
 * The chunk rows of a statement of an entry, from position `start`. With `isIndexed` the rows are in the HNSW
 * index of the space as soon as they are stored; otherwise `index-chunks.ts` adds them later.
 */
export function chunkRows(
  { entry, statement, text }: AddedText,
  options: { space: Space; vectors: Vectors; start: number; isIndexed: boolean; knownFrom: Date },
): NewChunk[] {
  return text.chunks.map((chunk, i) => ({
    projectId: entry.projectId,
    entryId: entry.id,
    space: spaceName(options.space),
    position: options.start + i,
    memoryId: entry.memoryId,
    kind: entry.kind,
    statement: statement.number,
    text: chunk.text,
    context: chunk.context,
    textHash: i === 0 && entry.kind === 'FACT' ? text.hash : null,
    embedding: vectorOf(options.vectors, chunk.embedded),
    isIndexed: options.isIndexed,
    expiresAt: entry.expiresAt,
    depth: entry.depth,
    supersededAt: entry.supersededAt,
    occurredAt: happenedAt(statement),
    knownFrom: options.knownFrom,
  }));
}

/** A statement of an entry with the text whose chunks are stored for it. */
export type AddedText = { entry: EntryRow; statement: Statement; text: ChunkedText };

/** The vector of a chunk, by `TextChunk.embedded`. @throws Error if the chunk was not embedded */
export function vectorOf(vectors: Vectors, embedded: string): number[] {
  const vector = vectors.get(embedded);
  if (vector === undefined) throw new Error('A chunk was not embedded');
  return vector;
}

/** The vectors of the written texts. `next` is for the next space of the project, see `chunkRows`. */
export type WrittenVectors = {
  space: Space;
  vectors: Vectors;
  next: EmbeddedTexts | null;
  isIndexed: boolean;
};

/**
 * Embeds texts in the space of the project and, while the project is being re-embedded, in its next space.
 * @throws EMBEDDING_UNAVAILABLE
 */
export async function embedBoth(
  app: App,
  project: ProjectRow,
  texts: readonly ChunkedText[],
): Promise<WrittenVectors> {
  const space = spaceOf(project);
  const [vectors, next] = await Promise.all([
    embedTexts(app, space, texts),
    embedForNextSpace(app, project, texts),
  ]);
  return { space, vectors, next, isIndexed: isIndexingBehind(app, project.id) };
}
