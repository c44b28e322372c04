// Whether the answer of a question is among what an agent is told, with the local model: conversations of LoCoMo
// as memories of facts, and of turns written with the turn before as their context. A foreign question is
// asked of the next conversation's memory.
// npx tsx bench/agents.ts --data ../shared/data [--database URL]
import { findKnowledge } from '../src/agents/find-knowledge.ts';
import { DEFAULT_KNOWLEDGE, mergeKnowledge, storedScope } from '../src/agents/knowledge-config.ts';
import { lineOf } from '../src/agents/knowledge-messages.ts';
import type { App } from '../src/app.ts';
import type { Space } from '../src/db/embedding-space.ts';
import type { KnowledgeConfig } from '../src/db/tables/agents.ts';
import { writeEntries } from '../src/entries/write/write-entries.ts';
import { createMemory } from '../src/memories/change-memory.ts';
import type { Embedder } from '../src/models/embedder.ts';
import {
  newCaller,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
} from './support/bench.ts';

type Item = { group: string; text: string; at: Date; keys: string[]; context: string | null };

const BATCH = 100;
/** Every how many questions one is asked of a foreign memory too. */
const FOREIGN_EVERY = 4;
/** Numbers of characters within which an answer counts. */
const WITHIN = [1000, 1500, 2000];

const SETTINGS: { name: string; config: Partial<KnowledgeConfig> }[] = [
  { name: 'default', config: {} },
  {
    name: 'SOAT (SEMANTIC, minScore .5, limit 5)',
    config: { mode: 'SEMANTIC', minScore: 0.5, limit: 5, relativeScore: 0 },
  },
  { name: 'SEMANTIC', config: { mode: 'SEMANTIC' } },
  { name: 'limit 5', config: { limit: 5 } },
  { name: 'relativeScore 0', config: { relativeScore: 0 } },
  { name: 'relativeScore .5', config: { relativeScore: 0.5 } },
  { name: 'tokenBudget 250', config: { tokenBudget: 250 } },
];

const options = readOptions('0');
const known = new Map<string, Promise<number[][]>>();

const questions = readRows<{ conversation: string; question: string; evidence: string[] }>(
  options,
  'locomo/questions-all.jsonl',
);

const facts = readRows<{ conversation: string; text: string; evidence: string[]; date: string }>(
  options,
  'locomo/facts.jsonl',
).map(
  ({ conversation, text, evidence, date }): Item => ({
    group: conversation,
    text,
    at: new Date(date),
    keys: evidence,
    context: null,
  }),
);

type Turn = {
  id: string;
  conversation: string;
  session: number;
  date: string;
  speaker: string;
  text: string;
};

const rawTurns = readRows<Turn>(options, 'locomo/turns.jsonl');
const said = ({ speaker, text }: Turn) => `${speaker}: ${text}`;
const turns = rawTurns.map((turn, i): Item => {
  const before = rawTurns[i - 1];
  const isNext = before?.conversation === turn.conversation && before.session === turn.session;
  return {
    group: turn.conversation,
    text: said(turn),
    at: dateOf(turn.date),
    keys: [turn.id],
    context: before && isNext ? said(before) : null,
  };
});

/** A time as LoCoMo writes it: `1:56 pm on 8 May, 2023`. */
function dateOf(text: string): Date {
  const [time = '', day = ''] = text.split(' on ');
  return new Date(`${day.replace(',', '')} ${time} UTC`);
}

const { app: opened, close } = await openBenchApp(options);
const app: App = { ...opened, embedders: { ...opened.embedders, for: remembering } };
const caller = await newCaller(app);

/** The embedder of a space, which embeds each question once and not once for each of the settings. */
function remembering(space: Space): Embedder {
  const embedder = opened.embedders.for(space);
  return {
    ...embedder,
    embed: async (texts) => {
      const [text] = texts;
      if (text === undefined || texts.length > 1) return embedder.embed(texts);
      const vectors = known.get(text) ?? embedder.embed(texts);
      known.set(text, vectors);
      return vectors;
    },
  };
}

/** Writes a conversation as a memory, with the defaults of writes. */
async function fill(name: string, items: readonly Item[]): Promise<string> {
  const memory = await createMemory(app, caller, { name, tags: [] });
  for (let start = 0; start < items.length; start += BATCH) {
    const batch = items.slice(start, start + BATCH);
    const input = {
      memoryId: memory.id,
      items: batch.map(({ text, at, context }) => ({ content: text, occurredAt: at, context })),
      source: 'MANUAL',
      kind: 'FACT',
      dryRun: false,
    };
    const { results } = await writeEntries(app, caller, input);
    for (const result of results) if (result instanceof Error) throw result;
  }
  return memory.id;
}

/** The injected texts for a question, each with the number of characters until its end. */
async function ask(question: string, memoryId: string, given: Partial<KnowledgeConfig>) {
  const config = mergeKnowledge(
    { ...DEFAULT_KNOWLEDGE, scope: storedScope({ memoryIds: [memoryId] }) },
    given as Parameters<typeof mergeKnowledge>[1],
  );
  const messages = [{ role: 'user' as const, content: question }];
  const asked = { config, messages, memories: [], explain: false, withCounts: false };
  const { injected } = await findKnowledge(app, caller, asked);
  let end = 0;
  return injected
    .flatMap(({ pieces }) => pieces)
    .map((piece) => {
      end += lineOf(piece).length + 1;
      return { text: piece.text, end };
    });
}

const average = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const rows: Row[] = [];
for (const { name: set, items } of [
  { name: 'facts', items: facts },
  { name: 'turns with context', items: turns },
]) {
  const groups = [...new Set(items.map(({ group }) => group))];
  const memories = new Map<string, string>();
  for (const group of groups) {
    const own = items.filter((item) => item.group === group && item.text.trim() !== '');
    memories.set(group, await fill(`${group} ${set}`, own));
  }
  const answersOf = ({ conversation, evidence }: (typeof questions)[number]) =>
    new Set(
      items
        .filter(
          ({ group, keys }) => group === conversation && keys.some((key) => evidence.includes(key)),
        )
        .map(({ text }) => text),
    );
  const answerable = questions.filter((question) => answersOf(question).size > 0);
  for (const { name, config } of SETTINGS) {
    const ends: number[] = [];
    const characters: number[] = [];
    const lines: number[] = [];
    const foreign: number[] = [];
    for (const [i, question] of answerable.entries()) {
      const answers = answersOf(question);
      const injected = await ask(
        question.question,
        memories.get(question.conversation) ?? '',
        config,
      );
      ends.push(injected.find(({ text }) => answers.has(text))?.end ?? Number.POSITIVE_INFINITY);
      characters.push(injected.at(-1)?.end ?? 0);
      lines.push(injected.length);
      if (i % FOREIGN_EVERY > 0) continue;
      const next = groups[(groups.indexOf(question.conversation) + 1) % groups.length] ?? '';
      const other = await ask(question.question, memories.get(next) ?? '', config);
      foreign.push(other.at(-1)?.end ?? 0);
    }
    const within = (limit: number) =>
      rounded(ends.filter((end) => end <= limit).length / ends.length, 3);
    rows.push({
      set,
      questions: answerable.length,
      settings: name,
      ...Object.fromEntries(WITHIN.map((limit) => [`within ${limit}`, within(limit)])),
      told: within(Number.MAX_VALUE),
      characters: Math.round(average(characters)),
      lines: rounded(average(lines), 1),
      'told nothing': rounded(lines.filter((count) => count === 0).length / lines.length, 3),
      'foreign characters': Math.round(average(foreign)),
    });
  }
}
report('bench/agents: what an agent is told, all-MiniLM-L6-v2', rows, options);
await close();
