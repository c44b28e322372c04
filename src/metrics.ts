import {
  type Aggregator,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import type { Pool } from './db/database.ts';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/**
 * Memory, processor time and event loop delay of the process, under the usual names of Node.js metrics. Node.js keeps
 * their observers until the process ends, so they are registered once, and refer to no `App`.
 */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

/**
 * The metrics, in the format of Prometheus. Labels contain no data of callers except names, such as those of
 * operations, and only a limited number of these.
 */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(pool: () => Pool) {
  const registry = Registry.merge([processMetrics]);
  const registers = [registry];
  observePool(registry, pool);
  return {
    registry,
    ...requestMetrics(registers),
    ...modelMetrics(registers),
    ...knowledgeMetrics(registers),
    ...backgroundMetrics(registers),
  };
}

/** Metrics of the requests of callers. */
function requestMetrics(registers: Registry[]) {
  return {
    requests: new Counter({
      name: 'lorebase_requests_total',
      help: 'GraphQL operations by name and outcome (ok, or the code of the first error).',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'lorebase_request_seconds',
      help: 'Duration of GraphQL operations over HTTP, in seconds.',
      labelNames: ['operation'],
      buckets: SECONDS,
      registers,
    }),
    runningOperations: new Gauge({
      name: 'lorebase_running_operations',
      help: 'Operations that run now over WebSockets and event streams, including open subscriptions.',
      labelNames: ['transport'],
      registers,
    }),
    standbyReads: new Counter({
      name: 'lorebase_replica_reads_total',
      help: 'Queries and subscriptions of a process with a standby, by the database that they read: standby or primary.',
      labelNames: ['from'],
      registers,
    }),
    quotaRefusals: new Counter({
      name: 'lorebase_quota_refusals_total',
      help: 'Calls that were refused with QUOTA_EXCEEDED, by quota.',
      labelNames: ['quota'],
      registers,
    }),
  };
}

/** Metrics of the calls to embedding models and chat models. */
function modelMetrics(registers: Registry[]) {
  return {
    embeddingCalls: new Counter({
      name: 'lorebase_embedding_calls_total',
      help: 'Calls to an embedding model by outcome: ok or failed.',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    embeddedTexts: new Counter({
      name: 'lorebase_embedded_texts_total',
      help: 'Embedded texts by model.',
      labelNames: ['model'],
      registers,
    }),
    embeddingTokens: new Counter({
      name: 'lorebase_embedding_tokens_total',
      help: 'Tokens of embedded texts, as reported by the endpoint.',
      labelNames: ['model'],
      registers,
    }),
    embeddingSeconds: new Histogram({
      name: 'lorebase_embedding_seconds',
      help: 'Duration of calls to an embedding model, in seconds.',
      labelNames: ['model'],
      buckets: SECONDS,
      registers,
    }),
    chatCalls: new Counter({
      name: 'lorebase_chat_calls_total',
      help: 'Calls to a chat model by outcome: ok or failed.',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    chatTokens: new Counter({
      name: 'lorebase_chat_tokens_total',
      help: 'Tokens of calls to a chat model by direction (input or output), as reported by the endpoint.',
      labelNames: ['model', 'direction'],
      registers,
    }),
  };
}

/** Metrics of changes of the stored data, and of their delivery. */
function knowledgeMetrics(registers: Registry[]) {
  return {
    writes: new Counter({
      name: 'lorebase_writes_total',
      help: 'Written texts by action: CREATED, UPDATED or SKIPPED.',
      labelNames: ['action'],
      registers,
    }),
    eventLagSeconds: new Histogram({
      name: 'lorebase_event_lag_seconds',
      help: 'Time from a change to its delivery to a live subscription, in seconds.',
      buckets: SECONDS,
      registers,
    }),
    generations: new Counter({
      name: 'lorebase_generations_total',
      help: 'Generations by the status with which they ended.',
      labelNames: ['status'],
      registers,
    }),
    erasures: new Counter({
      name: 'lorebase_erasures_total',
      help: 'Erasures of data, by what they erased: metadata or everything.',
      labelNames: ['what'],
      registers,
    }),
  };
}

/** Metrics of the work in the background. */
function backgroundMetrics(registers: Registry[]) {
  return {
    jobs: new Counter({
      name: 'lorebase_job_runs_total',
      help: 'Runs of background jobs by outcome: completed, retried, failed or cancelled.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    jobsNow: new Gauge({
      name: 'lorebase_jobs',
      help: 'Background jobs of all processes by kind and status: QUEUED, RUNNING or FAILED.',
      aggregator: 'max',
      labelNames: ['kind', 'status'],
      registers,
    }),
    pendingChunks: new Gauge({
      name: 'lorebase_pending_chunks',
      help: 'Chunks that are not in their HNSW index yet and are searched exactly, counted up to 2,001 for each project.',
      aggregator: 'max',
      registers,
    }),
    statsFlushFailures: new Counter({
      name: 'lorebase_stats_flush_failures_total',
      help: 'Attempts to store statistics that failed. The counts are kept and stored later.',
      registers,
    }),
    statsWaiting: new Gauge({
      name: 'lorebase_stats_waiting',
      help: 'Rows of statistics that the last attempt did not store.',
      registers,
    }),
    purges: new Counter({
      name: 'lorebase_purges_total',
      help: 'Deletions of what exceeds its retention time, by what they delete and their outcome: ok or failed.',
      labelNames: ['purge', 'outcome'],
      registers,
    }),
  };
}

type Observed = {
  state(): { lagSeconds: number | null };
  isUp(): boolean;
  pool(): Pool;
};

/** Gauges of the standby from which queries are read; a lag that is not known is NaN. */
export function observeStandby(registry: Registry, standby: Observed): void {
  const gauges: [name: string, help: string, ofWorkers: Aggregator, read: () => number][] = [
    [
      'lorebase_replica_lag_seconds',
      'How far the standby is behind what it has received, in seconds.',
      'max',
      () => standby.state().lagSeconds ?? Number.NaN,
    ],
    [
      'lorebase_replica_up',
      '1 while queries of every worker can use the standby, else 0.',
      'min',
      () => Number(standby.isUp()),
    ],
    [
      'lorebase_replica_connections',
      'Open connections to the standby.',
      'sum',
      () => standby.pool().total,
    ],
  ];
  for (const [name, help, aggregator, read] of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect: () => gauge.set(read()),
    });
  }
}

/** A gauge of the memory of cached chunks, which is read at each scrape. */
export function observeChunkCache(registry: Registry, cache: { bytes(): number }): void {
  const gauge: Gauge = new Gauge({
    name: 'lorebase_chunk_cache_bytes',
    help: 'Memory of the cached chunks of projects, in bytes (limit: CHUNK_CACHE_MB for each worker).',
    registers: [registry],
    collect: () => gauge.set(cache.bytes()),
  });
}

/** Gauges of the connection pool, which are read at each scrape. */
function observePool(registry: Registry, pool: () => Pool): void {
  const gauges: [name: string, help: string, state: keyof Pool][] = [
    ['lorebase_database_connections', 'Open connections to the database.', 'total'],
    [
      'lorebase_database_connections_idle',
      'Open connections to the database that are idle.',
      'idle',
    ],
    [
      'lorebase_database_waiting',
      'Queries and transactions that wait for a connection (limit: DATABASE_QUEUE for each worker).',
      'waiting',
    ],
  ];
  for (const [name, help, state] of gauges) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect: () => gauge.set(pool()[state]),
    });
  }
}

const MAX_NAMES = 200;

/** Returns a function that limits the labels of names that callers choose: only the first 200 short names get one. */
export function boundedLabels(): (name: string) => string {
  const known = new Set<string>();
  return (name) => {
    if (known.size < MAX_NAMES && name.length <= 64) known.add(name);
    return known.has(name) ? name : 'other';
  };
}
