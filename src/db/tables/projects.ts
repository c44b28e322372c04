import { sql } from 'drizzle-orm';
import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import type { OwnStreamSettings } from './stream-settings.ts';

/** The learning rate of reviews: a constant alpha, or one that decreases with each review of an entry. */
export const LEARNING_RATE_SCHEDULES = ['CONSTANT', 'DECAYING'] as const;

export const WRITE_PRESETS = ['MEASURED', 'SOAT'] as const;
export const DUPLICATE_POLICIES = ['SAFE', 'SIMILAR'] as const;
export const CREDIT_RULES = ['BASELINE', 'REWARD'] as const;

/** The quotas of a project; null for no limit. */
export type Quotas = {
  maxEntries: number | null;
  maxBytes: number | null;
  maxWritesPerDay: number | null;
  maxGenerationsPerDay: number | null;
};

export const projects = pgTable('projects', {
  id: id('project_id').primaryKey(),
  name: text('name').notNull(),
  embeddingModel: text('embedding_model').notNull(),
  embeddingDimensions: integer('embedding_dimensions').notNull(),
  /** The model of the re-embedding in progress, and the number of its dimensions; null if there is none. */
  nextModel: text('next_model'),
  nextDimensions: integer('next_dimensions'),
  writePreset: text('write_preset', { enum: WRITE_PRESETS }),
  duplicatePolicy: text('duplicate_policy', { enum: DUPLICATE_POLICIES }),
  duplicateThreshold: doublePrecision('duplicate_threshold'),
  updateThreshold: doublePrecision('update_threshold'),
  maxStatements: integer('max_statements'),
  creditRule: text('credit_rule', { enum: CREDIT_RULES }),
  /** A metadata key that traces and reflections must have, and searches for reflections must filter by. */
  requiredMetadataKey: text('required_metadata_key'),
  learningRate: doublePrecision('learning_rate'),
  learningRateFloor: doublePrecision('learning_rate_floor'),
  streamSettings: jsonb('stream_settings').$type<OwnStreamSettings>(),
  learningRateSchedule: text('learning_rate_schedule', { enum: LEARNING_RATE_SCHEDULES })
    .notNull()
    .default('CONSTANT'),
  similarityThreshold: doublePrecision('similarity_threshold'),
  /** Days after which traces are deleted; null for no limit. */
  traceRetentionDays: integer('trace_retention_days'),
  quotas: jsonb('quotas').$type<Quotas>(),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
});

/** `project_id` is `root` for root keys; therefore it is not a foreign key. */
export const apiKeys = pgTable(
  'api_keys',
  {
    projectId: id('project_id').notNull(),
    id: id('id').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: ['READ', 'WRITE', 'ADMIN'] }).notNull(),
    hash: text('hash').notNull(),
    /** The first characters of the secret, by which a person recognizes it. */
    prefix: text('prefix').notNull().default(''),
    /** The secret before the last rotation, which is accepted until `previousUntil`. */
    previousHash: text('previous_hash'),
    previousUntil: time('previous_until'),
    createdBy: text('created_by'),
    createdAt: time('created_at').notNull(),
    /** Updated by each process only from time to time, not for each request. */
    lastUsedAt: time('last_used_at'),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('api_keys_hash').on(t.projectId, t.hash),
    index('api_keys_previous_hash')
      .on(t.projectId, t.previousHash)
      .where(sql`previous_hash is not null`),
  ],
);
