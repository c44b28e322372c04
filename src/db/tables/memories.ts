import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { DUPLICATE_POLICIES, projects } from './projects.ts';
import type { OwnStreamSettings } from './stream-settings.ts';

/** The counters are updated in the transaction that changes the entries, under the memory's lock. */
export const memories = pgTable(
  'memories',
  {
    projectId: id('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    id: id('id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    tags: text('tags').array().notNull(),
    duplicatePolicy: text('duplicate_policy', { enum: DUPLICATE_POLICIES }),
    duplicateThreshold: doublePrecision('duplicate_threshold'),
    updateThreshold: doublePrecision('update_threshold'),
    maxStatements: integer('max_statements'),
    /** Whether the chat model looks for facts that a new fact contradicts. */
    contradictionCheck: boolean('contradiction_check').notNull().default(false),
    entryCount: integer('entry_count').notNull().default(0),
    chunkCount: integer('chunk_count').notNull().default(0),
    /** Bytes of content of the entries that are not deleted. */
    contentBytes: bigint('content_bytes', { mode: 'number' }).notNull().default(0),
    /** Number of changes of the memory itself. */
    version: integer('version').notNull().default(0),
    streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
    /** Sum of importance and number of observations since the stream's last cycle. */
    streamImportance: doublePrecision('stream_importance').notNull().default(0),
    streamCount: integer('stream_count').notNull().default(0),
    lastCycleAt: time('last_cycle_at'),
    /** The last entry that a finished cycle covered. */
    coveredThrough: id('covered_through'),
    createdBy: text('created_by'),
    updatedBy: text('updated_by'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    deletedAt: time('deleted_at'),
    /** When a deleted memory is permanently deleted. */
    purgeAt: time('purge_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('memories_name').on(t.projectId, t.name).where(sql`deleted_at is null`),
    index('memories_tags').using('gin', t.tags),
    index('memories_deleted').on(t.projectId, t.id).where(sql`deleted_at is not null`),
    index('memories_purge').on(t.purgeAt).where(sql`purge_at is not null`),
  ],
);
