import { setTimeout as sleep } from 'node:timers/promises';
import { type Data, post } from '../../test/support/graphql.ts';

/** What one request of a kind was answered: its time from when it was due, or the code of its error. */
export type Answered = { kind: Kind; at: number; ms: number; code: string | null };

export type Kind = 'search' | 'list' | 'write';

export type Written = { entryId: string; text: string; isSkipped: boolean };

export type Target = { urls: string[]; key: string; memoryIds: string[]; texts: string[] };

/** Sixty searches, twenty lists and twenty writes of a hundred. */
const MIX: readonly Kind[] = ['search', 'search', 'write', 'search', 'list'];

const SEARCH = `query Search($input: SearchKnowledgeInput!) {
  searchKnowledge(input: $input) { results { score entry { id content memory { name } } } } }`;
const LIST = `query List($id: ID!) {
  memories(first: 20) { nodes { id name entryCount } }
  memory(id: $id) { entries(first: 20) { nodes { id content } } } }`;
const WRITE = `mutation Write($input: WriteEntryInput!) {
  writeEntry(input: $input) { action entry { id } } }`;

/** Requests of the mix, one after another by number; it keeps what was answered and acknowledged. */
export function openTraffic({ urls, key, memoryIds, texts }: Target) {
  const answered: Answered[] = [];
  const written: Written[] = [];
  let count = 0;

  const requestOf = (kind: Kind, number: number): [query: string, variables: Data] => {
    const text = texts[(number * 7919) % texts.length] ?? '';
    const memoryId = memoryIds[Math.floor(number / MIX.length / urls.length) % memoryIds.length];
    if (kind === 'search') return [SEARCH, { input: { query: text, limit: 10 } }];
    if (kind === 'list') return [LIST, { id: memoryId }];
    return [WRITE, { input: { memoryId, content: `${text} (${number})` } }];
  };
  /** Sends the next request, which was due at a time. */
  const send = async (due: number): Promise<void> => {
    count += 1;
    const kind = MIX[count % MIX.length] ?? 'search';
    const [query, variables] = requestOf(kind, count);
    const url = urls[Math.floor(count / MIX.length) % urls.length] ?? '';
    const answer = await post(url, key, query, variables).catch((error: Error) => ({
      data: null,
      errors: [{ extensions: { code: `no answer: ${causeOf(error)}` } }],
    }));
    const code = answer.errors?.[0]?.extensions.code ?? null;
    const at = performance.now();
    answered.push({ kind, at, ms: at - due, code });
    if (kind === 'write' && code === null) {
      const { action, entry } = answer.data.writeEntry;
      const { content } = variables.input;
      written.push({ entryId: entry.id, text: content, isSkipped: action === 'SKIPPED' });
    }
  };
  return { answered, written, send };
}

export type Traffic = ReturnType<typeof openTraffic>;

function causeOf(error: Error & { cause?: unknown }): string {
  const { code, message } = (error.cause ?? error) as { code?: string; message: string };
  return code ?? message;
}

/** As many requests per second as so many clients get answered, each asking again at once. */
export async function sendAtOnce(traffic: Traffic, clients: number, seconds: number) {
  const start = performance.now();
  const before = traffic.answered.length;
  const client = async () => {
    while (performance.now() - start < seconds * 1000) await traffic.send(performance.now());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return ((traffic.answered.length - before) / (performance.now() - start)) * 1000;
}

/** More than are ever under way at the rates there are. */
const CLIENTS = 64;
/** A request that is late by more is left out: after an outage no one sends all that was not sent. */
const MAX_LATE_MS = 2000;

/** Sends requests when they are due, not when the last was answered; answers how many were left out. */
export async function sendAtRate(
  traffic: Traffic,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number> {
  const start = performance.now();
  const total = Math.round(perSecond * seconds);
  let next = 0;
  let leftOut = 0;
  const client = async () => {
    for (let i = next++; i < total; i = next++) {
      const due = start + (i / perSecond) * 1000;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      if (early < -MAX_LATE_MS) leftOut += 1;
      else await traffic.send(due);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return leftOut;
}
