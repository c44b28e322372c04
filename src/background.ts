import type { App } from './app.ts';
import { analyseGrownTables } from './db/table-statistics.ts';
import { runContradictionCheck } from './entries/contradictions/run-contradiction-check.ts';
import { startIndexing } from './entries/index/index-chunks.ts';
import { startCounting, startMaintainingIndexes } from './entries/index/index-sizes.ts';
import { countJobsNow } from './jobs/jobs.ts';
import { type JobHandlers, startWorker, type Worker } from './jobs/worker.ts';
import { startStoringUses } from './projects/key-uses.ts';
import { runReembedding } from './reembedding/run-reembedding.ts';
import { runReflection } from './reflections/run-reflection.ts';
import { repeat } from './repeat.ts';
import { runInsights } from './stream/run-insights.ts';
import { runRating } from './stream/run-rating.ts';

/** The handler of each kind of job. */
const HANDLERS: JobHandlers = {
  PROJECT_REEMBEDDING: runReembedding,
  TRACE_REFLECTION: runReflection,
  IMPORTANCE_RATING: runRating,
  STREAM_INSIGHTS: runInsights,
  CONTRADICTION_CHECK: runContradictionCheck,
};

/** Interval at which the gauge of jobs is updated. With it, `/metrics` needs no database query. */
const GAUGE_MS = 15_000;

/** Interval of the check for grown tables. It is short because an import can write a thousand facts in a second. */
const ANALYSE_MS = 1000;

/** Runs jobs, indexes chunks, analyses tables and stores the uses of API keys in this process until stopped. */
export function startBackground(app: App): Worker {
  const indexing = startIndexing(app);
  const counting = startCounting(app);
  const maintaining = startMaintainingIndexes(app);
  const analysing = repeat(app, {
    intervalMs: ANALYSE_MS,
    work: () => analyseGrownTables(app.connection),
    message: 'Tables were not analysed; trying again',
  });
  const worker = startWorker(app, HANDLERS);
  const gauge = setInterval(() => {
    countJobsNow(app).catch((error: unknown) => app.log.warn({ error }, 'Jobs were not counted'));
  }, GAUGE_MS);
  gauge.unref();
  const uses = startStoringUses(app);
  return {
    stop: async () => {
      clearInterval(gauge);
      counting.stop();
      maintaining.stop();
      await Promise.all([worker.stop(), indexing.stop(), analysing.stop(), uses.stop()]);
    },
  };
}
