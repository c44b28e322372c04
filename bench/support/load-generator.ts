// Asks a server, in a process of its own, as the process that started it orders; it ends with that process.
import { medianOf, quantile } from './bench.ts';
import { LIST, NESTED } from './queries.ts';
import { type Ask, anyOf, askAtOnce, searchOf, writeInto } from './tenant-load.ts';
import type { Tenant } from './tenants.ts';

export type Order = {
  kind: string;
  url: string;
  tenant: Tenant;
  clients: number;
  seconds: number;
};

/** What was answered, and what it cost this process. */
export type Answer = { perSecond: number; p50: number; p99: number; failed: number; ownMs: number };

const VIEWER = '{ viewer { role } }';

/** The requests by name. A search is for the whole project, with words that were not searched before. */
const KINDS: Readonly<Record<string, (tenant: Tenant) => Ask>> = {
  viewer: ({ key }) => ({ key, query: VIEWER, variables: {} }),
  list: ({ key }) => ({ key, query: LIST, variables: {} }),
  'nested list': ({ key }) => ({ key, query: NESTED, variables: {} }),
  search: (tenant) => searchOf(tenant, true),
  write: (tenant) => writeInto(tenant, anyOf(tenant.memoryIds)),
};

async function follow({ kind, url, tenant, clients, seconds }: Order): Promise<Answer> {
  const askOf = KINDS[kind];
  if (askOf === undefined) throw new Error(`There is no ${kind}`);
  const before = process.cpuUsage();
  const load = await askAtOnce([url], { clients, seconds, ask: () => askOf(tenant) });
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: load.times.length / load.seconds,
    p50: medianOf(load.times),
    p99: quantile(load.times, 0.99),
    failed: load.failed,
    ownMs: (user + system) / 1000,
  };
}

process.on('message', (order: Order) => {
  follow(order).then(
    (answer) => process.send?.({ answer }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
process.send?.({ answer: Object.keys(KINDS) });
