import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app.ts';
import { selectHolders } from '../../db/held-texts.ts';
import type { EntryRow, ProjectRow } from '../../db/rows.ts';
import type { Statement } from '../../db/tables/entries.ts';
import { getMemory } from '../../memories/memories.ts';
import { spaceOf } from '../../projects/settings.ts';
import type { EntryDraft } from '../entry-draft.ts';
import { findReplays } from '../idempotency.ts';
import { expireAlike, withStatements } from '../statements.ts';
import { hashText } from '../text-hash.ts';
import {
  type ChunkedText,
  chunkTexts,
  embedBoth,
  sourceTextOf,
  type WrittenVectors,
} from './embed-texts.ts';
import { knownSize } from './known-sizes.ts';
import type { EntryRevision, MadeEntry, TextWrite } from './write-set.ts';

/** Prepares writes before their transaction: cuts their texts into chunks, and embeds those that need a vector. */

/** A text to write. `requestHash` detects the use of an idempotency key with a different request. */
export type WriteItem = Omit<TextWrite, 'text'> & {
  content: string;
  idempotencyKey: string | null;
  /** The key of the call, if the key of the item is derived from it. Error messages contain this key. */
  callersKey?: string | null;
  requestHash: string;
  /** The stored extraction that the text is from, so that its answer is deleted with it. */
  extractionId: string | null;
};

/** The values of the optional fields of a write item that has only a text. */
export const PLAIN_TEXT = {
  context: null,
  occurredAt: null,
  expiresAt: null,
  importance: null,
  importanceParts: null,
  depth: 0,
  lesson: null,
  supersedes: [],
  extractionId: null,
} satisfies Partial<WriteItem>;

/** A write with embedded texts. */
export type PreparedWrite =
  | ({ type: 'TEXT' } & TextWrite)
  | ({ type: 'REVISION' } & EntryRevision)
  | ({ type: 'ENTRY' } & MadeEntry);

/** The input of the transaction, prepared before it. `chunkCount` of the memory may be out of date. */
export type PreparedWrites = WrittenVectors & { writes: PreparedWrite[]; chunkCount: number };

/**
 * Embeds the texts. Unless `embedAll` is set, texts that need no vector are not embedded (`readNeeded`). If the process
 * has written to the memory lately, a single text of one chunk is embedded without this check, since nearly all such
 * texts are new.
 * @throws NOT_FOUND, EMBEDDING_UNAVAILABLE
 */
export async function prepareTexts(
  app: App,
  project: ProjectRow,
  { memoryId, items }: { memoryId: string; items: readonly WriteItem[] },
  { embedAll }: { embedAll: boolean },
): Promise<PreparedWrites> {
  const texts = await chunkTexts(
    app,
    spaceOf(project),
    items.map(({ content, context, lesson }) => sourceTextOf({ text: content, context }, lesson)),
  );
  const writes = items.flatMap((item, i) => {
    const text = texts[i];
    return text ? [{ type: 'TEXT' as const, ...item, text }] : [];
  });
  if (embedAll) {
    const { chunkCount } = await getMemory(app, project.id, memoryId);
    return { writes, chunkCount, ...(await embedBoth(app, project, texts)) };
  }
  const [text, ...others] = writes;
  const knownCount = knownSize(app, { projectId: project.id, memoryId });
  const isSingleChunk = others.length === 0 && text?.text.chunks.length === 1;
  const read = () => readNeeded(app, project, { memoryId, writes });
  if (!isSingleChunk || knownCount === undefined) {
    const { chunkCount, needed } = await read();
    return { writes, chunkCount, ...(await embedBoth(app, project, needed)) };
  }
  try {
    return { writes, chunkCount: knownCount, ...(await embedBoth(app, project, texts)) };
  } catch (error) {
    // A text that needs no vector is written even if the model fails.
    const { chunkCount, needed } = await read();
    if (needed.length > 0) throw error;
    return { writes, chunkCount, ...(await embedBoth(app, project, needed)) };
  }
}

/**
 * Reads how many chunks a memory has, and which of the texts need a vector. A text that the memory already holds needs
 * none, and neither does one whose idempotency key already has an answer. @throws NOT_FOUND
 */
async function readNeeded(
  app: App,
  project: ProjectRow,
  { memoryId, writes }: { memoryId: string; writes: readonly (WriteItem & TextWrite)[] },
): Promise<{ chunkCount: number; needed: ChunkedText[] }> {
  const facts = writes.filter(({ kind }) => kind === 'FACT');
  const hashes = facts.map(({ text }) => ({ memoryId, hash: text.hash }));
  const [memory, held, replays] = await app.connection.readInOnePacket((db) =>
    Promise.all([
      getMemory({ db }, project.id, memoryId),
      selectHolders(db, project.id, { space: spaceOf(project), texts: hashes }),
      findReplays(db, project.id, writes),
    ]),
  );
  const needed = writes.filter(
    ({ kind, text }, i) =>
      !replays.has(i) && !(kind === 'FACT' && held.get(memoryId)?.has(text.hash)),
  );
  return { chunkCount: memory.chunkCount, needed: needed.map(({ text }) => text) };
}

/** Changes of entries of one memory, in the order in which they are stored, before their texts are embedded. */
export type EntryPlan = (
  | ({ type: 'REVISION' } & Omit<EntryRevision, 'texts'>)
  | ({ type: 'ENTRY' } & Omit<MadeEntry, 'texts'>)
)[];

/** Embeds the statements whose searchable text changes or is new. @throws EMBEDDING_UNAVAILABLE */
export async function prepareRevisions(
  app: App,
  project: ProjectRow,
  plan: EntryPlan,
): Promise<PreparedWrites> {
  const writes = await Promise.all(
    plan.map(async (change) => {
      const isRevision = change.type === 'REVISION';
      const { lesson } = isRevision ? change.draft : change.entry;
      const written = isRevision
        ? writtenStatements(change.entry, change.draft)
        : change.entry.statements;
      const sources = written.map((statement) => sourceTextOf(statement, lesson));
      const texts = await chunkTexts(app, spaceOf(project), sources);
      const numbered = texts.map((text, i) => ({ number: written[i]?.number ?? 0, text }));
      return { ...change, texts: numbered };
    }),
  );
  const embedded = await embedBoth(
    app,
    project,
    writes.flatMap(({ texts }) => texts.map(({ text }) => text)),
  );
  return { writes, chunkCount: 0, ...embedded };
}

/**
 * The statements whose chunks a change writes: new and changed ones. All are written when the entry is restored,
 * becomes a fact, so that its texts get hashes, or gets another lesson.
 */
function writtenStatements(entry: EntryRow, draft: EntryDraft): Statement[] {
  if (draft.deletedAt !== null) return [];
  const becomesFact = draft.kind === 'FACT' && entry.kind !== 'FACT';
  const isOtherLesson = !isDeepStrictEqual(draft.lesson, entry.lesson);
  if (entry.deletedAt !== null || becomesFact || isOtherLesson) return draft.statements;
  const stored = new Map(entry.statements.map((statement) => [statement.number, statement]));
  return draft.statements.filter((statement) => {
    const before = stored.get(statement.number);
    return before === undefined || !isSearchedAlike(before, statement);
  });
}

export type HashedText = Pick<ChunkedText, 'text' | 'hash'>;

/**
 * The texts of a changed fact that are compared with other entries: those that are written. If an edit or its undoing
 * gives the entry other metadata or another expiry, all texts are compared, because these may have been the only
 * difference from another entry with the same text.
 */
export function textsToCompare({ entry, draft, change, texts }: EntryRevision): HashedText[] {
  const { metadata } = withStatements(draft.statements);
  const isToldApartAlike = isDeepStrictEqual(entry.metadata, metadata) && expireAlike(entry, draft);
  // Deleting or splitting off a statement needs no comparison.
  const isEdit = change === 'EDITED' || change === 'REVERTED';
  if (isToldApartAlike || !isEdit) return texts.map(({ text }) => text);
  return draft.statements.map(({ text }) => ({ text, hash: hashText(text) }));
}

/** Whether two states of a statement have the same chunks. */
export function isSearchedAlike(one: Statement, other: Statement): boolean {
  return (
    one.text === other.text && one.context === other.context && one.occurredAt === other.occurredAt
  );
}
