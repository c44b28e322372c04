import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { type DUPLICATE_POLICIES, projects } from './projects.ts';

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
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.key] }),
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
