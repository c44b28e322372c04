import { agents, generations } from './agents.ts';
import { chunks } from './chunks.ts';
import { entries, revisions } from './entries.ts';
import { eventLogs, events } from './events.ts';
import { idempotentCreates, idempotentExtractions, idempotentWrites } from './idempotency.ts';
import { jobs } from './jobs.ts';
import { memories } from './memories.ts';
import { apiKeys, projects } from './projects.ts';
import { hourlyStats } from './stats.ts';
import { cycles, evidence } from './stream.ts';
import { retrievals, traces, traceVectors } from './traces.ts';
import { utilityChanges } from './utility-changes.ts';

/**
 * All tables. Each primary, unique and foreign key begins with `project_id`, so that no reference can cross
 * projects and the schema can be sharded by project.
 */
export const tables = {
  projects,
  apiKeys,
  memories,
  entries,
  evidence,
  cycles,
  traces,
  traceVectors,
  retrievals,
  utilityChanges,
  chunks,
  revisions,
  idempotentExtractions,
  idempotentWrites,
  idempotentCreates,
  agents,
  generations,
  jobs,
  eventLogs,
  events,
  hourlyStats,
};
