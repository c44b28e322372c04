import { sql } from 'drizzle-orm';
import { foreignKey, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { id, type Metadata, time } from './columns.ts';
import { memories } from './memories.ts';
import { type DUPLICATE_POLICIES, projects } from './projects.ts';

/** How texts are extracted from a document. */
export const EXTRACTION_METHODS = ['CHAT', 'SENTENCES'] as const;

/**
 * The texts that were extracted from a document with an idempotency key, and a hash of the request. They are stored
 * before they are written, so that a repeated call writes the same texts.
 */
export const idempotentExtractions = pgTable(
  'idempotent_extractions',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    memoryId: id('memory_id').notNull(),
    method: text('method', { enum: EXTRACTION_METHODS }).notNull(),
    texts: jsonb('texts').$type<string[]>().notNull(),
    /** The metadata of the call, by which an erasure finds the texts. */
    metadata: jsonb('metadata').$type<Metadata>().notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('idempotent_extractions_key').on(t.projectId, t.key),
    foreignKey({
      name: 'idempotent_extractions_memory',
      columns: [t.projectId, t.memoryId],
      foreignColumns: [memories.projectId, memories.id],
    }).onDelete('cascade'),
    index('idempotent_extractions_age').on(t.createdAt),
  ],
);

/** The first answer to each idempotency key, with a hash of the request. */
export const idempotentWrites = pgTable(
  'idempotent_writes',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    answer: jsonb('answer').$type<StoredAnswer>().notNull(),
    /** The extraction whose text was written; null for a key of the caller. */
    extractionId: id('extraction_id'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.key] }),
    foreignKey({
      name: 'idempotent_writes_extraction',
      columns: [t.projectId, t.extractionId],
      foreignColumns: [idempotentExtractions.projectId, idempotentExtractions.id],
    }).onDelete('cascade'),
    index('idempotent_writes_of_extraction')
      .on(t.extractionId)
      .where(sql`extraction_id is not null`),
    index('idempotent_writes_age').on(t.createdAt),
  ],
);

/** The object that the first call with an idempotency key created, with a hash of the request. */
export const idempotentCreates = pgTable(
  'idempotent_creates',
  {
    /** The project, or `root` for the creation of projects; therefore it is not a foreign key. */
    projectId: id('project_id').notNull(),
    /** The mutation, such as `createMemory`. */
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    objectId: id('object_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.operation, t.key] }),
    index('idempotent_creates_age').on(t.createdAt),
  ],
);

export type StoredAnswer = {
  action: 'CREATED' | 'UPDATED' | 'SKIPPED';
  entryId: string;
  similarity: number | null;
  matchedEntryId: string | null;
  duplicateThreshold: number;
  updateThreshold: number;
  duplicatePolicy: (typeof DUPLICATE_POLICIES)[number];
  maxStatements: number;
};
