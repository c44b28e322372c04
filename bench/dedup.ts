// What the rules of writing do with pairs of texts, and with the facts of whole conversations: how many entries
// they make, and whether the answers are still found within 1,000 characters. With the local model.
// npx tsx bench/dedup.ts --data ../shared/data [--database URL]
import { pino } from 'pino';
import { cosineSimilarity } from '../src/db/embedding-space.ts';
import { newStatement } from '../src/entries/statements.ts';
import { decide } from '../src/entries/write/decide.ts';
import { writeEntries } from '../src/entries/write/write-entries.ts';
import type { WriteRules } from '../src/memories/write-rules.ts';
import { openMiniLm } from '../src/models/minilm/embedder.ts';
import { searchKnowledge } from '../src/retrieval/search-knowledge.ts';
import {
  newCaller,
  newMemory,
  openBenchApp,
  type Row,
  readOptions,
  readRows,
  report,
  rounded,
} from './support/bench.ts';

type Pair = { set: string; label: string; a: string; b: string };
type Fact = { conversation: string; text: string; evidence: string[] };
type Question = { conversation: string; question: string; evidence: string[] };

const options = readOptions('0');
const pairs = readRows<Pair>(options, 'pairs.jsonl');
const facts = readRows<Fact>(options, 'locomo/facts.jsonl');
const questions = readRows<Question>(options, 'locomo/questions-all.jsonl');

/** 1 merges only what has the same vector. */
const THRESHOLDS = [1, 0.85, 0.825, 0.8, 0.75];
const CHARACTERS = 1000;
const RESULTS = 30;

report('bench/dedup: pairs, all-MiniLM-L6-v2', await comparePairs(), options);
report('bench/dedup: LoCoMo facts, all-MiniLM-L6-v2', await writeFacts(), options);

async function comparePairs(): Promise<Row[]> {
  const embedder = openMiniLm(pino({ level: 'silent' }));
  const texts = [...new Set(pairs.flatMap((pair) => [pair.a, pair.b]))];
  const vectors = await embedder.embed(texts);
  await embedder.close();
  const vectorOf = new Map(texts.map((text, i) => [text, vectors[i] ?? []]));
  const similarityOf = ({ a, b }: Pair) =>
    cosineSimilarity(vectorOf.get(a) ?? [], vectorOf.get(b) ?? []);
  const groups = [...new Set(pairs.map((pair) => `${pair.set}: ${pair.label}`))];
  return THRESHOLDS.filter((update) => update < 1).flatMap((update) =>
    groups.map((group) => {
      const own = pairs.filter((pair) => `${pair.set}: ${pair.label}` === group);
      const actions = own.map((pair) => actionOf(pair, { update, similarity: similarityOf(pair) }));
      const share = (action: string) =>
        rounded(actions.filter((done) => done === action).length / own.length, 3);
      return {
        'update threshold': update,
        pairs: group,
        count: own.length,
        created: share('CREATED'),
        updated: share('UPDATED'),
        skipped: share('SKIPPED'),
      };
    }),
  );
}

/** What is done with the second text of a pair where the first is known. */
function actionOf({ a, b }: Pair, { update, similarity }: { update: number; similarity: number }) {
  const rules: WriteRules = {
    duplicate: 0.95,
    update,
    duplicatePolicy: 'SAFE',
    maxStatements: 8,
  };
  const given = {
    text: a,
    source: 'MANUAL' as const,
    metadata: {},
    context: null,
    occurredAt: null,
  };
  const known = newStatement(given, { number: 1, actor: 'bench', now: new Date() });
  const written = {
    text: b,
    metadata: {},
    holders: a === b ? [{ entryId: 'me_a', statement: 1 }] : [],
    neighbours: [[{ entryId: 'me_a', statement: 1, similarity }]],
  };
  return decide(written, rules, () => ({ statements: [known], metadata: {} })).action;
}

/** Writes the facts of each conversation to a memory, at each threshold, and asks its questions. */
async function writeFacts(): Promise<Row[]> {
  const { app, close } = await openBenchApp(options);
  const caller = await newCaller(app);
  const conversations = [...new Set(facts.map(({ conversation }) => conversation))];
  const rows: Row[] = [];
  for (const updateThreshold of THRESHOLDS) {
    const sizes = new Map<string, number>();
    let hits = 0;
    let asked = 0;
    for (const conversation of conversations) {
      const memoryId = await newMemory(app, caller);
      const own = facts.filter((fact) => fact.conversation === conversation);
      for (let start = 0; start < own.length; start += 100) {
        const { results } = await writeEntries(app, caller, {
          memoryId,
          items: own.slice(start, start + 100).map(({ text }) => ({ content: text })),
          source: 'MANUAL',
          kind: 'FACT',
          duplicateThreshold: 1,
          updateThreshold,
          dryRun: false,
        } as Parameters<typeof writeEntries>[2]);
        for (const result of results) {
          if (result instanceof Error) throw result;
          sizes.set(result.entry.id, result.entry.statements.length);
        }
      }
      for (const { question, evidence } of answerable(conversation, own)) {
        const answers = new Set(
          own.filter((fact) => isAnswer(fact, evidence)).map(({ text }) => text),
        );
        const told = await tell(question, memoryId);
        asked += 1;
        if (told.some((text) => answers.has(text))) hits += 1;
      }
    }
    const statements = [...sizes.values()];
    rows.push({
      'update threshold': updateThreshold,
      entries: statements.length,
      largest: Math.max(...statements),
      'average statements': rounded(facts.length / statements.length, 3),
      questions: asked,
      'hit within 1,000 characters': rounded(hits / asked, 3),
    });
  }
  await close();
  return rows;

  /** The matching statements of the results, as long as they fit. */
  async function tell(query: string, memoryId: string): Promise<string[]> {
    const { results } = await searchKnowledge(app, caller, {
      query,
      scope: { memoryIds: [memoryId] },
      limit: RESULTS,
      mode: 'HYBRID',
      includeSuperseded: false,
      explain: false,
    });
    let length = 0;
    return results
      .flatMap(({ matches }) => matches.map(({ statement }) => statement.text))
      .filter((text) => {
        length += text.length + 1;
        return length <= CHARACTERS;
      });
  }
}

function answerable(conversation: string, own: readonly Fact[]): Question[] {
  return questions.filter(
    (one) => one.conversation === conversation && own.some((fact) => isAnswer(fact, one.evidence)),
  );
}

function isAnswer(fact: Fact, evidence: readonly string[]): boolean {
  return fact.evidence.some((one) => evidence.includes(one));
}
