import { readFileSync, writeFileSync } from 'node:fs';
import { aheadTable, LIST_LINES, markdownTable, type Rounds, STORE_LINES } from './table.ts';

/** What a run has measured, and where. */
export type Run = {
  machine: { cores: number; processor: string; memoryGiB: number; postgres: string };
  options: { count: number; rounds: number; searches: number };
  texts: string;
  stores: Rounds;
  lists: Rounds;
  /** What became of Lorebase's writes, of the last round. */
  outcomes: Record<string, unknown>;
  /** The packages of each peer. */
  peers: Record<string, string>;
  /** Why something was not measured. */
  missing: Record<string, string>;
};

const BEGINS = '<!-- bench/peers -->\n';
const ENDS = '\n<!-- /bench/peers -->';

/** The run as it stands in docs/performance.md. */
export function markdownOf(run: Run): string {
  const { cores, processor, memoryGiB, postgres } = run.machine;
  const { count, rounds, searches } = run.options;
  const [listed = []] = run.lists.values();
  const turns = `${rounds} rounds of the stores and ${listed.length} of the lists`;
  const of = `${count} facts (${run.texts}), ${turns}, ${searches} searches`;
  const stores = new Map([...run.stores].filter(([, measured]) => measured.length > 0));
  return [
    `${cores} cores of ${processor}, ${memoryGiB} GiB, PostgreSQL ${postgres}; ${of}.`,
    markdownTable(STORE_LINES, stores),
    markdownTable(LIST_LINES, run.lists),
    'Lorebase in one process beside each of them: above 1 it is ahead, below 1 it is behind.',
    aheadTable(new Map([...stores, ...mergedLists(stores, run.lists)])),
    ...Object.entries(run.outcomes).map(([name, all]) => `${name} wrote ${JSON.stringify(all)}.`),
    listOf(Object.entries(run.peers).map(([name, packages]) => `${name}: ${packages}`)),
    listOf(Object.entries(run.missing).map(([name, why]) => `Missing: ${name}, ${why}`)),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A document has the last run between two comments. */
export function replaceRun(document: string, text: string): void {
  const before = readFileSync(document, 'utf8');
  const start = before.indexOf(BEGINS) + BEGINS.length;
  const end = before.indexOf(ENDS);
  if (start < BEGINS.length || end < start) throw new Error(`${document} has no place for a run`);
  writeFileSync(document, before.slice(0, start) + text + before.slice(end));
}

/** The lists of a system belong to the same column as its writes. */
function mergedLists(stores: Rounds, lists: Rounds): Rounds {
  return new Map(
    [...lists].map(([name, rounds]) => {
      const own = stores.get(name) ?? [];
      return [name, rounds.map((figures, round) => ({ ...own[round], ...figures }))];
    }),
  );
}

function listOf(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}
