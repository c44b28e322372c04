import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { id, time, tsvector, vector } from './columns.ts';
import { ENTRY_KINDS, entries } from './entries.ts';

/**
 * The keys of a chunk's words in the index: numbers that are made of the project and the word, so that a search reads
 * the chunks of its project alone.
 */
export const projectWords = (of: { projectId: SQLWrapper; words: SQLWrapper }) =>
  sql`lorebase_project_words(${of.projectId}, ${of.words})`;

/**
 * The words of a text without stop words, by their English stems. A word with punctuation in it, such as
 * `config.timeout` or `OPS-4711`, is included as a whole and by its parts
 * (docs/decisions/073-words-and-their-parts.md).
 */
export const lexemesOfText = (text: SQLWrapper) => sql`lorebase_lexemes(${text})`;

/**
 * The searchable texts with their vectors: the chunks of statements. The chunks of an edited or deleted statement
 * remain, with `knownUntil` and outside the index, until their retention ends, so that a search can use an earlier time
 * (`asOf`). `text_hash` is set on the first chunk of each statement of a FACT, by which a write finds the holders of
 * its text. Chunks that are not in the HNSW index of their space yet (`entries/index/index-chunks.ts`) are compared
 * exactly.
 */
export const chunks = pgTable(
  'chunks',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    space: text('space').notNull(),
    position: integer('position').notNull(),
    memoryId: id('memory_id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    /** `Statement.number`. */
    statement: integer('statement').notNull(),
    text: text('text').notNull(),
    /** The context, whose words count less than those of the text; null without one. */
    context: text('context'),
    textHash: text('text_hash'),
    words: tsvector('words').generatedAlwaysAs(
      sql`setweight(lorebase_lexemes("text"), 'A') || setweight(lorebase_lexemes(coalesce("context", '')), 'D')`,
    ),
    embedding: vector('embedding').notNull(),
    isIndexed: boolean('is_indexed').notNull().default(false),
    /** Copies of the entry's columns, so that a search can filter without reading the entry. */
    expiresAt: time('expires_at'),
    depth: integer('depth').notNull().default(0),
    supersededAt: time('superseded_at'),
    /** When the statement happened or, if that is not known, when it was first said. */
    occurredAt: time('occurred_at').notNull(),
    knownFrom: time('known_from').notNull(),
    /** When the statement was edited or deleted; null while the entry says it. */
    knownUntil: time('known_until'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.space, t.position] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    // For exact scans of a memory, and for finding texts by their hashes.
    index('chunks_text')
      .on(t.projectId, t.memoryId, t.space, t.textHash)
      .where(sql`known_until is null`),
    // Without GIN's pending list, because each search for a word would read the whole list.
    index('chunks_words').using('gin', projectWords(t)).with({ fastupdate: false }),
    index('chunks_pending')
      .on(t.projectId, t.memoryId)
      .where(sql`not is_indexed and known_until is null`),
    index('chunks_past').on(t.projectId, t.memoryId).where(sql`known_until is not null`),
  ],
);
