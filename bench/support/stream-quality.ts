import type { App } from '../../src/app.ts';
import { touchEntries } from '../../src/entries/change/touch-entries.ts';
import type { Embedder } from '../../src/models/embedder.ts';
import type { Caller } from '../../src/projects/viewer.ts';
import { recordObservations } from '../../src/stream/record-observations.ts';
import { retrieveEntries } from '../../src/stream/retrieve-entries.ts';
import { newMemory, type Options, readRows } from './bench.ts';

/** What rankings find in streams: each LoCoMo conversation is the stream of one memory. */

type Fact = { text: string; evidence: string[]; date: string };
type Question = { question: string; evidence: string[] };
export type Conversation = { facts: Fact[]; questions: Question[] };

/** Questions asked of each memory, one after another, and the time between them. */
const ASKED = 400;
const MINUTES = 10;
const MS_PER_MINUTE = 60_000;
const LIMIT = 10;

export function readConversations(options: Pick<Options, 'data'>): Conversation[] {
  const facts = readRows<Fact & { conversation: string }>(options, 'locomo/facts.jsonl');
  const questions = readRows<Question & { conversation: string }>(
    options,
    'locomo/questions.jsonl',
  );
  return [...new Set(facts.map(({ conversation }) => conversation))].map((name) => ({
    facts: facts.filter(({ conversation }) => conversation === name),
    questions: questions.filter(({ conversation }) => conversation === name),
  }));
}

/** An embedder that embeds each text once. */
export function rememberingEmbedder(embedder: Embedder): Embedder {
  const known = new Map<string, Promise<number[]>>();
  const vectorOf = (text: string) => {
    const vector = known.get(text) ?? embedder.embed([text]).then(([one]) => one ?? []);
    known.set(text, vector);
    return vector;
  };
  return { ...embedder, embed: (texts) => Promise.all(texts.map(vectorOf)) };
}

/** Numbers that look random and are the same in every run. */
function* draws(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The share of questions whose answer is found, and the share of the memory that was shown. */
export type Quality = { hit: number; seen: number };

type Ranking = Record<string, unknown>;
type Run = { ranking: Ranking; isTouching: boolean };

/** Asks all conversations, each in a memory of its own. The importance of facts is random. */
export async function measureQuality(
  app: App,
  caller: Caller,
  { conversations, ...run }: Run & { conversations: Conversation[] },
): Promise<Quality> {
  const clock = app.clock;
  const measured: Quality[] = [];
  for (const conversation of conversations) {
    measured.push(await askAll(app, caller, { conversation, ...run }));
  }
  app.clock = clock;
  const mean = (part: keyof Quality) =>
    measured.reduce((sum, quality) => sum + quality[part], 0) / measured.length;
  return { hit: mean('hit'), seen: mean('seen') };
}

async function askAll(
  app: App,
  caller: Caller,
  { conversation, ranking, isTouching }: Run & { conversation: Conversation },
): Promise<Quality> {
  const { facts, questions } = conversation;
  const end = Math.max(...facts.map(({ date }) => Date.parse(date)));
  app.clock = () => new Date(end + 60 * MS_PER_MINUTE);
  const { memoryId, evidence } = await fill(app, caller, facts);
  const seen = new Set<string>();
  let hits = 0;
  for (let i = 0; i < ASKED; i += 1) {
    const asked = questions[i % questions.length];
    if (asked === undefined) throw new Error('A conversation has no questions');
    app.clock = () => new Date(end + (60 + i * MINUTES) * MS_PER_MINUTE);
    const { results } = await retrieveEntries(app, caller, {
      query: asked.question,
      scope: { memoryIds: [memoryId] },
      limit: LIMIT,
      includeSuperseded: false,
      explain: false,
      ...ranking,
    });
    const entryIds = results.map(({ entry }) => entry.id);
    for (const id of entryIds) seen.add(id);
    const isFound = entryIds.some((id) => asked.evidence.some((one) => evidence.get(id)?.has(one)));
    hits += Number(isFound);
    if (isTouching) await touchEntries(app, caller, { entryIds });
  }
  return { hit: hits / ASKED, seen: seen.size / facts.length };
}

/** Records the facts of a conversation. Returns the evidence that each entry holds. */
async function fill(app: App, caller: Caller, facts: readonly Fact[]) {
  const memoryId = await newMemory(app, caller);
  const evidence = new Map<string, Set<string>>();
  const random = draws(42);
  const observations = facts.map(({ text, date }) => ({
    content: text,
    kind: 'OBSERVATION',
    importance: 1 + Math.floor(random.next().value * 10),
    occurredAt: new Date(date),
  }));
  const recorded = await recordObservations(app, caller, {
    memoryId,
    source: 'AGENT',
    observations,
  });
  for (const [i, one] of recorded.entries()) {
    if (one instanceof Error) throw one;
    evidence.set(one.entry.id, new Set(facts[i]?.evidence));
  }
  return { memoryId, evidence };
}
