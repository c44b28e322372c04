import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAMES = ['Ada', 'Ben', 'Carla', 'Deniz', 'Emil', 'Fatima', 'Goran', 'Hana', 'Ivo', 'Jun'];
const VERBS = ['ordered', 'returned', 'repaired', 'sold', 'painted', 'lost', 'found', 'borrowed'];
const COLOURS = ['red', 'green', 'blue', 'yellow', 'black', 'silver', 'wooden', 'striped'];
const THINGS = ['bicycle', 'lamp', 'guitar', 'kettle', 'camera', 'jacket', 'table', 'telescope'];
const TOWNS = ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Nairobi', 'Turin', 'Perth', 'Leeds', 'Bergen'];

const QUERY_WORDS = 10;

/** The facts, and queries of which each has every second word of a fact. */
export type Texts = { origin: string; facts: string[]; queries: { text: string; fact: string }[] };

/** The facts of `facts.jsonl` in the data folder, followed by generated ones where it has too few. */
export function readTexts(data: string | undefined, count: number, queries: number): Texts {
  const given = data ? factsOf(join(data, 'facts.jsonl')).slice(0, count) : [];
  const generated = Array.from({ length: count - given.length }, (_, i) => factNumber(i));
  const facts = [...given, ...generated];
  const step = Math.max(1, Math.floor(facts.length / queries));
  // Two facts can have the same words at every second place.
  const chosen = new Map(
    facts.filter((_, i) => i % step === 0).map((fact) => [queryFor(fact), fact]),
  );
  const origin = given.length === 0 ? 'generated' : `${given.length} given`;
  const asked = [...chosen].map(([text, fact]) => ({ text, fact })).slice(0, queries);
  return { origin, facts, queries: asked };
}

function factsOf(path: string): string[] {
  if (!existsSync(path)) {
    console.error(
      `${path} is missing: --data names a folder that has it; without it, facts are generated.`,
    );
    process.exit(2);
  }
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return [...new Set(lines.map((line): string => JSON.parse(line).text))];
}

function factNumber(number: number): string {
  let rest = number * 7919 + 13;
  const draw = (words: readonly string[]) => {
    const word = words[rest % words.length] ?? '';
    rest = Math.floor(rest / words.length) + number;
    return word;
  };
  const what = `${draw(VERBS)} a ${draw(COLOURS)} ${draw(THINGS)}`;
  return `${draw(NAMES)} ${what} in ${draw(TOWNS)} for order ${number.toString(36)}x${(number * 31) % 9973}.`;
}

function queryFor(fact: string): string {
  const words = fact.split(/\s+/);
  return (
    words
      .filter((_, i) => i % 2 === 1)
      .slice(0, QUERY_WORDS)
      .join(' ') || fact
  );
}
