import type { Logger } from 'pino';
import type { ChunkCache } from './chunk-cache/chunk-cache.ts';
import type { Config } from './config.ts';
import type { Connection, Database } from './db/database.ts';
import type { AgentRow } from './db/rows.ts';
import type { IndexSizes } from './db/search-method.ts';
import type { PendingChunks } from './entries/index/index-chunks.ts';
import type { SizeCache } from './entries/write/known-sizes.ts';
import type { OpenIntake } from './entries/write/write-entries.ts';
import type { Changes } from './events/changes.ts';
import type { RowCache } from './events/row-cache.ts';
import type { MemorySettings } from './memories/memories.ts';
import type { ScopeCache } from './memories/scope.ts';
import type { Metrics } from './metrics.ts';
import type { Chat } from './models/chat.ts';
import type { Embedders } from './models/embedders.ts';
import type { AccessCache } from './projects/access-cache.ts';
import type { RateLimit } from './projects/rate-limit.ts';
import type { FrequentWords } from './retrieval/frequent-words.ts';
import type { LexemeCache } from './retrieval/query-lexemes.ts';
import type { AppVariants } from './standby/app-variants.ts';
import type { Stats } from './stats/collector.ts';
import type { WakeSignal } from './wake-signal.ts';
import type { WorkerCalls } from './worker-calls.ts';

/** The services of the application, the first parameter of every rule. */
export type App = {
  config: Config;
  connection: Connection;
  db: Database;
  /** The variants of this app with which operations read; null without a standby. */
  variants: AppVariants | null;
  embedders: Embedders;
  chat: Chat;
  changes: Changes;
  metrics: Metrics;
  rateLimit: RateLimit;
  accessCache: AccessCache;
  /** Rows that this process caches until any process changes them. */
  rowCaches: { agents: RowCache<AgentRow>; memories: RowCache<MemorySettings> };
  scopeCache: ScopeCache;
  sizeCache: SizeCache;
  frequentWords: FrequentWords;
  lexemeCache: LexemeCache;
  chunkCache: ChunkCache;
  stats: Stats;
  workerCalls: WorkerCalls;
  /** Wakes the worker that runs jobs. */
  jobsSignal: WakeSignal;
  pendingChunks: PendingChunks;
  /** Opens the intake of a memory's stream, for writes of observations and plans. */
  openIntake: OpenIntake;
  /** The sizes of the vector indexes as of the last count. */
  indexSizes: IndexSizes;
  /** When this process opened the database. */
  openedAt: Date;
  clock: () => Date;
  log: Logger;
};
