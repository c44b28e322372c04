import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { openHttp, type Request } from './http-load.ts';
import { newNote, newQuestion, type Tenant } from './tenants.ts';

/** The answers of some seconds: the time of each in ms, and how many requests failed. */
export type Load = { times: number[]; failed: number; seconds: number };

/** What a client asks, and with which key. */
export type Ask = { key: string; query: string; variables: object };

const LIST = `query List($id: ID!) {
  memories(first: 20) { nodes { id name entryCount } }
  memory(id: $id) { entries(first: 20) { nodes { id content } } } }`;
const SEARCH = `query Search($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { id content } } } }`;
const WRITE = `mutation Write($input: WriteEntryInput!) {
  writeEntry(input: $input) { action entry { id } } }`;

export function listOf({ key, memoryIds }: Tenant): Ask {
  return { key, query: LIST, variables: { id: anyOf(memoryIds) } };
}

/** A search of one memory, or of the whole project. */
export function searchOf({ key, memoryIds }: Tenant, wholeProject = false): Ask {
  const scope = wholeProject ? {} : { scope: { memoryIds: [anyOf(memoryIds)] } };
  return {
    key,
    query: SEARCH,
    variables: { input: { query: newQuestion(), limit: 10, ...scope } },
  };
}

export function writeInto({ key }: Tenant, memoryId: string): Ask {
  return { key, query: WRITE, variables: { input: { memoryId, content: newNote() } } };
}

export function anyOf<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}

function requestOf({ key, query, variables }: Ask): Request {
  return {
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  };
}

type Client = { clients: number; seconds: number; ask: () => Ask };

/** So many clients, each with a connection of its own, ask again as soon as they are answered. */
export async function askAtOnce(
  urls: readonly string[],
  { clients, seconds, ask }: Client,
): Promise<Load> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  const client = async (number: number) => {
    const url = urls[number % urls.length] ?? '';
    let http = await openHttp(url);
    while (performance.now() < end) {
      const from = performance.now();
      const body = await http.ask(requestOf(ask())).catch(() => null);
      if (body === null || body.includes('"errors":[')) failed += 1;
      else times.push(performance.now() - from);
      if (body === null) {
        http.close();
        await sleep(10);
        http = await openHttp(url);
      }
    }
    http.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  return { times, failed, seconds: (performance.now() - start) / 1000 };
}

const CREATED = 'subscription { events(types: [ENTRY_CREATED]) { entryId } }';
const SUBSCRIBED_WITHIN_MS = 2000;
const OPENED_AT_ONCE = 50;

/** Subscribers of the projects by turns, each with a connection of its own; `received` is told of each event. */
export async function openSubscribers(
  urls: readonly string[],
  {
    tenants,
    count,
    received,
  }: { tenants: readonly Tenant[]; count: number; received: (entryId: string) => void },
) {
  let lost = 0;
  const open = async (number: number) => {
    const url = urls[number % urls.length] ?? '';
    const { key } = tenants[Math.floor(number / urls.length) % tenants.length] ?? { key: '' };
    const client = createClient({
      url: `${url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      lazy: false,
      onNonLazyError: () => {},
      connectionParams: { authorization: `Bearer ${key}` },
    });
    const connected = new Promise<void>((resolve) => {
      client.on('connected', () => resolve());
      client.on('closed', () => resolve());
    });
    client.subscribe<{ events: { entryId: string } }>(
      { query: CREATED },
      {
        next: ({ data }) => {
          if (data) received(data.events.entryId);
          else lost += 1;
        },
        error: () => {
          lost += 1;
        },
        complete: () => {},
      },
    );
    await connected;
    return client;
  };
  const clients: Awaited<ReturnType<typeof open>>[] = [];
  for (let start = 0; start < count; start += OPENED_AT_ONCE) {
    const size = Math.min(OPENED_AT_ONCE, count - start);
    clients.push(...(await Promise.all(Array.from({ length: size }, (_, i) => open(start + i)))));
  }
  await sleep(SUBSCRIBED_WITHIN_MS);
  return {
    /** Subscriptions that failed. */
    lost: () => lost,
    close: () => Promise.all(clients.map((client) => client.dispose())),
  };
}

/** Events that are still under way when the writes end. */
const LATE_WITHIN_MS = 3000;

/**
 * Writes into random memories for some seconds, at a rate or as fast as so many writers can; the times are
 * those from the answer of a write to each of its events, and an event that did not come has failed.
 */
export async function measureLag(
  urls: readonly string[],
  {
    tenants,
    subscribers,
    seconds,
    writers,
    pauseMs,
  }: {
    tenants: readonly Tenant[];
    subscribers: number;
    seconds: number;
    writers: number;
    pauseMs: number;
  },
): Promise<{ lag: Load; writes: Load }> {
  const answeredAt = new Map<string, { at: number; expected: number }>();
  const receivedAt = new Map<string, number[]>();
  const opened = await openSubscribers(urls, {
    tenants,
    count: subscribers,
    received: (entryId) => {
      const times = receivedAt.get(entryId) ?? [];
      times.push(performance.now());
      receivedAt.set(entryId, times);
    },
  });
  const followers = new Map<Tenant, number>();
  for (let i = 0; i < subscribers; i += 1) {
    const tenant = tenants[Math.floor(i / urls.length) % tenants.length];
    if (tenant) followers.set(tenant, (followers.get(tenant) ?? 0) + 1);
  }
  const writes: Load = { times: [], failed: 0, seconds };
  const start = performance.now();
  const writer = async (number: number) => {
    const http = await openHttp(urls[number % urls.length] ?? '');
    while (performance.now() - start < seconds * 1000) {
      const tenant = anyOf(tenants);
      const from = performance.now();
      const body = await http.ask(requestOf(writeInto(tenant, anyOf(tenant.memoryIds))));
      const at = performance.now();
      const written = JSON.parse(body.toString()).data?.writeEntry;
      if (written) writes.times.push(at - from);
      else writes.failed += 1;
      if (written?.action === 'CREATED') {
        answeredAt.set(written.entry.id, { at, expected: followers.get(tenant) ?? 0 });
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
    http.close();
  };
  await Promise.all(Array.from({ length: writers }, (_, i) => writer(i)));
  const took = (performance.now() - start) / 1000;
  await sleep(LATE_WITHIN_MS);
  const lag: Load = { times: [], failed: opened.lost(), seconds: took };
  for (const [entryId, { at, expected }] of answeredAt) {
    const times = receivedAt.get(entryId) ?? [];
    for (const time of times) lag.times.push(Math.max(0, time - at));
    lag.failed += Math.max(0, expected - times.length);
  }
  await opened.close();
  return { lag, writes: { ...writes, seconds: took } };
}
