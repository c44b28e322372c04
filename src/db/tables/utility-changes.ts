import {
  bigint,
  doublePrecision,
  foreignKey,
  index,
  pgTable,
  primaryKey,
} from 'drizzle-orm/pg-core';
import { id, time } from './columns.ts';
import { entries } from './entries.ts';

/**
 * The changes of utilities by reviews, append-only. The replacement of a review supersedes its changes and
 * all later changes of the same entries, and inserts new ones.
 */
export const utilityChanges = pgTable(
  'utility_changes',
  {
    projectId: id('project_id').notNull(),
    entryId: id('entry_id').notNull(),
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /**
     * Null if the trace was deleted. The row is kept, so that other reviews can be replayed exactly. It is no
     * foreign key: Citus supports no ON DELETE SET NULL.
     */
    traceId: id('trace_id'),
    reviewOrder: bigint('review_order', { mode: 'number' }).notNull(),
    before: doublePrecision('before').notNull(),
    after: doublePrecision('after').notNull(),
    reward: doublePrecision('reward').notNull(),
    /** The mean reward with which the reward was compared; null for lessons and for the rule REWARD. */
    baseline: doublePrecision('baseline'),
    alpha: doublePrecision('alpha').notNull(),
    createdAt: time('created_at').notNull(),
    supersededAt: time('superseded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.entryId, t.number] }),
    foreignKey({
      columns: [t.projectId, t.entryId],
      foreignColumns: [entries.projectId, entries.id],
    }).onDelete('cascade'),
    index('utility_changes_of_trace').on(t.projectId, t.traceId),
  ],
);
