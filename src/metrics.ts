import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from './db/database.ts';

/** What operators watch, in the form of Prometheus. Labels never hold a caller's data. */
export type Metrics = {
  registry: Registry;
  requests: Counter<'operation' | 'outcome'>;
  requestSeconds: Histogram<'operation'>;
  writes: Counter<'action'>;
  embeddingCalls: Counter<'model' | 'outcome'>;
  embeddedTexts: Counter<'model'>;
  embeddingTokens: Counter<'model'>;
  embeddingSeconds: Histogram<'model'>;
  eventLagSeconds: Histogram;
  jobs: Counter<'kind' | 'outcome'>;
  jobsNow: Gauge<'kind' | 'status'>;
  /** Counted up to a limit. */
  pendingChunks: Gauge;
  chatCalls: Counter<'model' | 'outcome'>;
  chatTokens: Counter<'model' | 'direction'>;
};

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

export function createMetrics(pool: () => Pool): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time and delays of the process, under the names that Node's dashboards know.
  collectDefaultMetrics({ register: registry });
  observePool(registry, pool);
  return {
    registry,
    requests: new Counter({
      name: 'lorebase_requests_total',
      help: 'GraphQL operations by name and outcome (ok, or the code of their first error).',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'lorebase_request_seconds',
      help: 'Time to answer a GraphQL operation over HTTP.',
      labelNames: ['operation'],
      buckets: SECONDS,
      registers,
    }),
    writes: new Counter({
      name: 'lorebase_writes_total',
      help: 'Texts written by action: CREATED, UPDATED or SKIPPED.',
      labelNames: ['action'],
      registers,
    }),
    embeddingCalls: new Counter({
      name: 'lorebase_embedding_calls_total',
      help: 'Calls to an embedding model by outcome: ok or failed.',
      labelNames: ['model', 'outcome'],
      registers,
    }),
    embeddedTexts: new Counter({
      name: 'lorebase_embedded_texts_total',
      help: 'Texts embedded.',
      labelNames: ['model'],
      registers,
    }),
    embeddingTokens: new Counter({
      name: 'lorebase_embedding_tokens_total',
      help: 'Tokens that embedding endpoints say they were sent.',
      labelNames: ['model'],
      registers,
    }),
    embeddingSeconds: new Histogram({
      name: 'lorebase_embedding_seconds',
      help: 'Time of a call to an embedding model.',
      labelNames: ['model'],
      buckets: SECONDS,
      registers,
    }),
    eventLagSeconds: new Histogram({
      name: 'lorebase_event_lag_seconds',
      help: 'Time from a change to its delivery to a subscriber that follows live.',
      buckets: SECONDS,
      registers,
    }),
    jobs: new Counter({
      name: 'lorebase_job_runs_total',
      help: 'Runs of background jobs by outcome: completed, retried or failed.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    jobsNow: new Gauge({
      name: 'lorebase_jobs',
      help: 'Background jobs of all processes by status: QUEUED, RUNNING or FAILED.',
      labelNames: ['kind', 'status'],
      registers,
    }),
    pendingChunks: new Gauge({
      name: 'lorebase_pending_chunks',
      help: 'Chunks that are searched exactly until they are in their index, counted up to 2,001.',
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
      help: 'Tokens that chat models say they took (input) and gave (output).',
      labelNames: ['model', 'direction'],
      registers,
    }),
  };
}

/** Read when operators ask. */
function observePool(registry: Registry, pool: () => Pool): void {
  const gauges: [name: string, help: string, state: keyof Pool][] = [
    ['lorebase_database_connections', 'Connections to the database.', 'total'],
    ['lorebase_database_connections_idle', 'Connections that nobody uses.', 'idle'],
    ['lorebase_database_waiting', 'What waits for a connection (DATABASE_QUEUE).', 'waiting'],
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

const MAX_OPERATIONS = 200;

/** Operation names as labels: callers choose them, so only so many are told apart. */
export function operationLabels(): (name: string | null | undefined) => string {
  const known = new Set<string>();
  return (name) => {
    if (!name) return 'anonymous';
    if (known.size < MAX_OPERATIONS && name.length <= 64) known.add(name);
    return known.has(name) ? name : 'other';
  };
}
