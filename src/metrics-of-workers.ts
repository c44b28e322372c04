import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client';

/**
 * The messages of one scrape of all workers on a port. The worker that is scraped asks the process that started it.
 * This process collects the metrics of each worker that serves, adds them up, and answers.
 */
type MetricsMessage =
  | { type: 'metrics:scrape'; id: number }
  | { type: 'metrics:collect'; id: number }
  | { type: 'metrics:collected'; id: number; metrics: MetricObject[] }
  | { type: 'metrics:answer'; id: number; text: string };

/** Time after which a worker that has not answered is left out. */
const COLLECT_MS = 2000;

/** The metrics in the format of Prometheus: those of this process or, in a worker, of all workers on the port. */
export function renderMetrics(registry: Registry): Promise<string> {
  if (!cluster.isWorker) return registry.metrics();
  const id = nextId();
  return new Promise((resolve) => {
    const receive = (message: MetricsMessage) => {
      if (message.type !== 'metrics:answer' || message.id !== id) return;
      process.off('message', receive);
      resolve(message.text);
    };
    process.on('message', receive);
    process.send?.({ type: 'metrics:scrape', id } satisfies MetricsMessage);
  });
}

/** Makes this worker answer when its metrics are collected. */
export function offerMetrics(registry: Registry): void {
  if (!cluster.isWorker) return;
  process.on('message', async (message: MetricsMessage) => {
    if (message.type !== 'metrics:collect') return;
    const metrics = await registry.getMetricsAsJSON();
    process.send?.({ type: 'metrics:collected', id: message.id, metrics } satisfies MetricsMessage);
  });
}

/** Answers the scrapes of workers, in the process that started them. */
export function collectMetrics(serving: () => Worker[]): void {
  cluster.on('message', async (worker, message: MetricsMessage) => {
    if (message.type !== 'metrics:scrape') return;
    const collected = await Promise.all(serving().map(collectFrom));
    const text = await AggregatorRegistry.aggregate(collected).metrics();
    if (!worker.isConnected()) return;
    worker.send({ type: 'metrics:answer', id: message.id, text } satisfies MetricsMessage);
  });
}

/** The metrics of a worker; an empty list if it does not answer within `COLLECT_MS`. */
function collectFrom(worker: Worker): Promise<MetricObject[]> {
  const id = nextId();
  return new Promise((resolve) => {
    const end = (metrics: MetricObject[]) => {
      clearTimeout(timer);
      worker.off('message', receive);
      resolve(metrics);
    };
    const receive = (message: MetricsMessage) => {
      if (message.type === 'metrics:collected' && message.id === id) end(message.metrics);
    };
    const timer = setTimeout(() => end([]), COLLECT_MS);
    worker.on('message', receive);
    if (worker.isConnected()) worker.send({ type: 'metrics:collect', id } satisfies MetricsMessage);
  });
}

let lastId = 0;

function nextId(): number {
  lastId += 1;
  return lastId;
}
