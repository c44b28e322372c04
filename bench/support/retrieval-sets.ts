import { readFileSync } from 'node:fs';
import { type Options, readRows } from './bench.ts';

/** The sets of `bench/retrieval.ts`. */

/** A text, the memory it belongs to, and the keys by which questions name it. */
export type Item = {
  group: string;
  text: string;
  keys: string[];
  context?: string;
  occurredAt?: Date;
};

export type Question = { group: string; text: string; keys: string[] };

export type RetrievalSet = {
  name: string;
  items: Item[];
  asked: { name: string; questions: Question[] }[];
};

type Asked = { conversation: string; question: string; evidence: string[] };
type Fact = { conversation: string; text: string; evidence: string[]; date: string };
type Turn = {
  id: string;
  conversation: string;
  session: number;
  date: string;
  speaker: string;
  text: string;
};

/** The facts that are distractors for the questions that share few words with their answers. */
const DISTRACTORS = 1000;

export function readSets(options: Pick<Options, 'data'>): RetrievalSet[] {
  const asked = [
    { name: 'all', questions: readQuestions(options, 'locomo/questions-all.jsonl') },
    { name: 'questions.jsonl', questions: readQuestions(options, 'locomo/questions.jsonl') },
  ];
  const facts = readFacts(options);
  const turns = readRows<Turn>(options, 'locomo/turns.jsonl');
  const spoken = (turn: Turn) => `${turn.speaker}: ${turn.text}`;
  const few = readFewWords();
  const stray = facts.slice(0, DISTRACTORS).map(({ text }) => ({ group: 'all', text, keys: [] }));
  return [
    { name: 'LoCoMo facts, in context', items: inContext(facts), asked },
    { name: 'LoCoMo turns, with speaker', items: itemsOf(turns, spoken), asked },
    { name: 'few shared words', ...few },
    { name: 'few shared words among 1,000', asked: few.asked, items: [...few.items, ...stray] },
    readCranfield(options),
    { name: 'LoCoMo facts', items: facts, asked },
    { name: 'LoCoMo turns', items: itemsOf(turns, ({ text }) => text), asked },
  ];
}

function readQuestions(options: Pick<Options, 'data'>, file: string): Question[] {
  return readRows<Asked>(options, file).map(({ conversation, question, evidence }) => ({
    group: conversation,
    text: question,
    keys: evidence,
  }));
}

function readFacts(options: Pick<Options, 'data'>): Item[] {
  return readRows<Fact>(options, 'locomo/facts.jsonl').map((fact) => ({
    group: fact.conversation,
    text: fact.text,
    keys: fact.evidence,
    occurredAt: new Date(fact.date),
  }));
}

/** Facts with, as context, the fact before of the same session. */
function inContext(facts: readonly Item[]): Item[] {
  return facts.map((fact, i) => {
    const before = facts[i - 1];
    const follows =
      before?.group === fact.group && before.occurredAt?.getTime() === fact.occurredAt?.getTime();
    return before && follows ? { ...fact, context: before.text } : fact;
  });
}

/** Turns with their time and, as context, the turn before of the same session. */
function itemsOf(turns: readonly Turn[], textOf: (turn: Turn) => string): Item[] {
  return turns.flatMap((turn, i) => {
    const text = textOf(turn);
    const before = turns[i - 1];
    const follows = before?.conversation === turn.conversation && before.session === turn.session;
    const item = {
      group: turn.conversation,
      text,
      keys: [turn.id],
      occurredAt: timeOf(turn.date),
      ...(before && follows ? { context: `${before.speaker}: ${before.text}` } : {}),
    };
    return text.trim() === '' ? [] : [item];
  });
}

/** `1:56 pm on 8 May, 2023` as a time of UTC. */
function timeOf(date: string): Date {
  const [clock = '', day = ''] = date.split(' on ');
  return new Date(`${day} ${clock} UTC`);
}

function readCranfield(options: Pick<Options, 'data'>): RetrievalSet {
  type Document = { id: string; title: string; text: string };
  const documents = readRows<Document>(options, 'cranfield/documents.jsonl');
  const items = documents.map(({ id, title, text }) => ({
    group: 'all',
    text: `${title}. ${text}`,
    keys: [String(id)],
  }));
  type Query = { query: string; rel: (string | number)[] };
  const questions = readRows<Query>(options, 'cranfield/queries.jsonl').map(({ query, rel }) => ({
    group: 'all',
    text: query,
    keys: rel.map(String),
  }));
  return { name: 'Cranfield', items, asked: [{ name: 'all', questions }] };
}

/** Questions that share hardly a word with the fact that answers them. */
function readFewWords(): Pick<RetrievalSet, 'items' | 'asked'> {
  const rows = readFileSync(new URL('../data/few-words.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line): { id: number; fact: string; question: string } => JSON.parse(line));
  const items = rows.map(({ id, fact }) => ({ group: 'all', text: fact, keys: [`few ${id}`] }));
  const questions = rows.map(({ id, question }) => ({
    group: 'all',
    text: question,
    keys: [`few ${id}`],
  }));
  return { items, asked: [{ name: 'all', questions }] };
}
