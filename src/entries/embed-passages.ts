import type { App } from '../app.ts';
import type { EntryRow, NewChunk, ProjectRow } from '../db/rows.ts';
import { type Space, spaceName } from '../db/spaces.ts';
import { DomainError } from '../errors.ts';
import { nextSpaceOf } from '../projects/settings.ts';
import { hashText } from './known-text.ts';

/**
 * A text as written, cut to what the model reads; the hash makes a fact unique in its memory. The chunks
 * are those of the text it is searched by: of a reflection with a lesson that is the task.
 */
export type Passage = Searchable & { hash: string; chunks: string[] };

export type Vectors = ReadonlyMap<string, number[]>;

/** A text, and the one it is searched by. */
export type Searchable = { text: string; searchedBy: string };

export async function cutPassages(
  app: App,
  space: Space,
  texts: readonly Searchable[],
): Promise<Passage[]> {
  const cut = await app.embedders.for(space).split(texts.map(({ searchedBy }) => searchedBy));
  return texts.map(({ text, searchedBy }, i) => ({
    text,
    searchedBy,
    hash: hashText(text),
    chunks: cut[i] ?? [],
  }));
}

/** The texts of an entry and what each is searched by; a lesson is found by its task, once. */
export function searchablesOf({
  passages,
  lesson,
}: Pick<EntryRow, 'passages' | 'lesson'>): Searchable[] {
  if (lesson === null) return passages.map((text) => ({ text, searchedBy: text }));
  return passages.slice(0, 1).map((text) => ({ text, searchedBy: lesson.task }));
}

/** A vector for each chunk, equal chunks embedded once. @throws EMBEDDING_UNAVAILABLE */
export async function embedPassages(
  app: App,
  space: Space,
  passages: readonly Passage[],
): Promise<Vectors> {
  const texts = [...new Set(passages.flatMap((passage) => passage.chunks))];
  if (texts.length === 0) return new Map();
  const vectors = await app.embedders.for(space).embed(texts);
  return new Map(vectors.map((vector, i) => [texts[i] ?? '', vector]));
}

/** Texts cut and embedded for one space. */
export type Embedded = { space: Space; passages: Passage[]; vectors: Vectors };

/**
 * The texts for the space that the project is being re-embedded into as well, so that what is written
 * meanwhile is in both; null while it is in one only. Where that space's model fails, the text is left
 * to the re-embedding: a write does not depend on a model that the project does not use yet.
 */
export async function embedForNext(
  app: App,
  project: ProjectRow,
  texts: readonly Searchable[],
): Promise<Embedded | null> {
  const space = nextSpaceOf(project);
  if (space === null || texts.length === 0) return null;
  try {
    const passages = await cutPassages(app, space, texts);
    return { space, passages, vectors: await embedPassages(app, space, passages) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    app.log.warn({ error, project: project.id }, 'A text was not embedded with the next model');
    return null;
  }
}

/**
 * The rows that make a passage of an entry searchable, from position `start` on; with `isIndexed` they are
 * put into the space's index as they are stored, else a little later.
 */
export function chunkRows(
  entry: Pick<EntryRow, 'projectId' | 'id' | 'memoryId' | 'kind'>,
  passage: Passage,
  options: { space: Space; vectors: Vectors; start: number; isIndexed?: boolean },
): NewChunk[] {
  return passage.chunks.map((text, i) => ({
    projectId: entry.projectId,
    entryId: entry.id,
    space: spaceName(options.space),
    position: options.start + i,
    memoryId: entry.memoryId,
    kind: entry.kind,
    text,
    textHash: i === 0 && entry.kind === 'FACT' ? passage.hash : null,
    embedding: vectorOf(options.vectors, text),
    isIndexed: options.isIndexed ?? false,
  }));
}

export function vectorOf(vectors: Vectors, text: string): number[] {
  const vector = vectors.get(text);
  if (vector === undefined) throw new Error('A chunk was not embedded');
  return vector;
}
