import {
  and,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { matchesWords, type WordLookup } from './match-words.ts';
import { matchesMetadata } from './metadata.ts';
import type { JobRow } from './rows.ts';
import type { Metadata } from './tables/columns.ts';
import { jobs } from './tables/jobs.ts';
import { retrievals, traces, traceText, traceWords } from './tables/traces.ts';

/** Conditions for traces, as in the schema's `TraceFilter`. Null does not restrict. */
export type TraceConditions = {
  reviewStatus: 'PENDING' | 'PASSED' | 'FAILED' | null;
  agentId: string | null;
  metadata: Metadata | null;
  model: string | null;
  text: string | null;
  createdAfter: Date | null;
  createdBefore: Date | null;
  minReward: number | null;
  maxReward: number | null;
  reflectionStatus: JobRow['status'] | null;
  retrievedEntryId: string | null;
};

export const ANY_TRACE: TraceConditions = {
  reviewStatus: null,
  agentId: null,
  metadata: null,
  model: null,
  text: null,
  createdAfter: null,
  createdBefore: null,
  minReward: null,
  maxReward: null,
  reflectionStatus: null,
  retrievedEntryId: null,
};

/** True if all conditions are null, so that every trace meets them. */
export function isAnyTrace(conditions: TraceConditions): boolean {
  return Object.values(conditions).every((value) => value === null);
}

/** Condition for traces that meet the conditions. */
export function traceMeets(
  db: Database,
  conditions: TraceConditions,
  lookup?: WordLookup,
): SQL | undefined {
  const { reviewStatus, agentId, metadata, model, text, reflectionStatus } = conditions;
  const { createdAfter, createdBefore, minReward, maxReward, retrievedEntryId } = conditions;
  return and(
    reviewStatus === null ? undefined : hasReviewStatus(reviewStatus),
    agentId === null ? undefined : eq(traces.agentId, agentId),
    metadata === null ? undefined : matchesMetadata(metadata, traces.metadata),
    model === null ? undefined : eq(traces.model, model),
    text === null ? undefined : contains(text, lookup),
    createdAfter === null ? undefined : gte(traces.createdAt, createdAfter),
    createdBefore === null ? undefined : lt(traces.createdAt, createdBefore),
    minReward === null ? undefined : gte(traces.reviewReward, minReward),
    maxReward === null ? undefined : lte(traces.reviewReward, maxReward),
    reflectionStatus === null ? undefined : hasReflectionStatus(db, reflectionStatus),
    retrievedEntryId === null ? undefined : hasRetrieved(db, retrievedEntryId),
  );
}

/** Condition that the task or the final response contains the words of a text. */
function contains(text: string, lookup?: WordLookup): SQL {
  return matchesWords({ text: traceText(traces), words: traceWords(traces) }, text, lookup);
}

function hasReviewStatus(status: NonNullable<TraceConditions['reviewStatus']>): SQL | undefined {
  if (status === 'PENDING') return isNull(traces.reviewedAt);
  const result = status === 'PASSED' ? 'PASS' : 'FAIL';
  return and(isNotNull(traces.reviewedAt), eq(traces.reviewResult, result));
}

/** Condition that the trace retrieved an entry. */
function hasRetrieved(db: Database, entryId: string): SQL {
  const retrieved = db
    .select({ one: sql`1` })
    .from(retrievals)
    .where(
      and(
        eq(retrievals.projectId, traces.projectId),
        eq(retrievals.traceId, traces.id),
        eq(retrievals.entryId, entryId),
      ),
    );
  return sql`exists ${retrieved}`;
}

/**
 * Condition that the latest job that writes the reflection of the trace has a status. `jobs.subject` has the default
 * collation, and `traces.id` has another one. PostgreSQL uses the index of subjects only if the collations are the
 * same.
 */
function hasReflectionStatus(db: Database, status: JobRow['status']): SQL {
  const traceId = sql`${traces.id} collate "default"`;
  const later = alias(jobs, 'later_jobs');
  const isReflection = (job: typeof jobs | typeof later) =>
    and(
      eq(job.projectId, traces.projectId),
      eq(job.kind, 'TRACE_REFLECTION'),
      eq(job.subject, traceId),
    );
  const newer = db
    .select({ id: later.id })
    .from(later)
    .where(and(isReflection(later), gt(later.id, jobs.id)));
  const latest = db
    .select({ one: sql`1` })
    .from(jobs)
    .where(and(isReflection(jobs), eq(jobs.status, status), notExists(newer)));
  return sql`exists ${latest}`;
}
