import {
  type Ask,
  anyOf,
  askAtOnce,
  type Load,
  listOf,
  measureLag,
  searchOf,
  writeInto,
} from './tenant-load.ts';
import type { Tenant } from './tenants.ts';

/** What a scenario runs on. */
export type Ground = { urls: string[]; tenants: Tenant[]; seconds: number };

/** Measured loads by name. Processor time is shared out over the requests of all that are no events. */
export type Measured = { what: string; load: Load; isEvents?: boolean }[];

const CLIENTS = 16;
const READERS = 8;
const HOT_WRITERS = 32;
const SUBSCRIBERS = 200;
/** Four writers that pause so long make about forty writes a second. */
const CALM = { writers: 4, pauseMs: 90 };

/** The project of a number and its first memory. Scenarios that fill a memory use one of their own each. */
function hotMemory(tenants: readonly Tenant[], number: number) {
  const tenant = tenants[number % tenants.length];
  const [memoryId] = tenant?.memoryIds ?? [];
  if (tenant === undefined || memoryId === undefined) throw new Error('There is no memory');
  return { tenant, memoryId };
}

const HOT_PROJECT = 2;

/** Lists and searches by turns, of projects other than that of the hot memory. */
function readersOf(tenants: readonly Tenant[]): () => Ask {
  const { tenant: hot } = hotMemory(tenants, HOT_PROJECT);
  const others = tenants.filter((tenant) => tenant !== hot);
  let count = 0;
  return () => {
    count += 1;
    return count % 2 === 0 ? listOf(anyOf(others)) : searchOf(anyOf(others));
  };
}

const atOnce =
  (what: string, clients: number, ask: (tenants: readonly Tenant[]) => Ask) =>
  async ({ urls, tenants, seconds }: Ground): Promise<Measured> => [
    { what, load: await askAtOnce(urls, { clients, seconds, ask: () => ask(tenants) }) },
  ];

const writersOf = (project: number, clients: number) =>
  atOnce(`writes into one memory, ${clients} writers`, clients, (tenants) => {
    const { tenant, memoryId } = hotMemory(tenants, project);
    return writeInto(tenant, memoryId);
  });

const lag =
  (what: string, { writers, pauseMs }: { writers: number; pauseMs: number }) =>
  async (ground: Ground): Promise<Measured> => {
    const measured = await measureLag(ground.urls, {
      ...ground,
      subscribers: SUBSCRIBERS,
      writers,
      pauseMs,
    });
    return [
      {
        what: `event lag, ${SUBSCRIBERS} subscribers, ${what}`,
        load: measured.lag,
        isEvents: true,
      },
      { what: `  the writes meanwhile, ${what}`, load: measured.writes },
    ];
  };

/** The scenarios by the names that `--scenarios` takes, in the order in which they run. */
export const SCENARIOS: Readonly<Record<string, (ground: Ground) => Promise<Measured>>> = {
  lists: atOnce('lists', CLIENTS, (tenants) => listOf(anyOf(tenants))),
  searches: atOnce('searches of a memory', CLIENTS, (tenants) => searchOf(anyOf(tenants))),
  'project-searches': atOnce('searches of a project', CLIENTS, (tenants) =>
    searchOf(anyOf(tenants), true),
  ),
  'readers-alone': async ({ urls, tenants, seconds }) => [
    {
      what: 'readers of other projects, alone',
      load: await askAtOnce(urls, { clients: READERS, seconds, ask: readersOf(tenants) }),
    },
  ],
  'readers-hot': async ({ urls, tenants, seconds }) => {
    const { tenant, memoryId } = hotMemory(tenants, HOT_PROJECT);
    const [readers, writers] = await Promise.all([
      askAtOnce(urls, { clients: READERS, seconds, ask: readersOf(tenants) }),
      askAtOnce(urls, {
        clients: HOT_WRITERS,
        seconds,
        ask: () => writeInto(tenant, memoryId),
      }),
    ]);
    return [
      { what: `readers of other projects beside ${HOT_WRITERS} writers`, load: readers },
      { what: '  those writers, into one memory', load: writers },
    ];
  },
  'writes-random': atOnce('writes into random memories', CLIENTS, (tenants) => {
    const tenant = anyOf(tenants);
    return writeInto(tenant, anyOf(tenant.memoryIds));
  }),
  'writes-project': atOnce('writes into one project', CLIENTS, (tenants) => {
    const { tenant } = hotMemory(tenants, 3);
    return writeInto(tenant, anyOf(tenant.memoryIds));
  }),
  'writes-memory-16': writersOf(0, 16),
  'writes-memory-32': writersOf(1, 32),
  events: lag('40 writes/s', CALM),
  'events-busy': lag(`${CLIENTS} writers`, { writers: CLIENTS, pauseMs: 0 }),
};

/** The scenario that measures what idle subscriptions cost; it is not one of requests. */
export const IDLE = 'idle';
