import type { Figure } from './stores.ts';

/** The figures of each system, round by round. */
export type Rounds = Map<string, Record<string, Figure>[]>;

const BARE = 'bare SQL';
const OURS = 'Lorebase';

type Line = { label: string; key: string; digits: number; part?: 'process' | 'postgres' };

/** Whether less of it is better. */
const isTime = (key: string) => /p50|p95/.test(key);

export const STORE_LINES: readonly Line[] = [
  { label: 'writes a second, one at a time', key: 'write, one', digits: 0 },
  { label: 'writes a second, eight at once', key: 'write, eight', digits: 0 },
  { label: 'writes a second, in bulk', key: 'write, bulk', digits: 0 },
  { label: 'in bulk, until all is in the index', key: 'write, bulk and index', digits: 0 },
  { label: 'search, the first ones, p50 ms', key: 'search, first p50', digits: 1 },
  { label: 'search, p50 ms', key: 'search, p50', digits: 1 },
  { label: 'search, p95 ms', key: 'search, p95', digits: 1 },
  { label: 'search, eight at once, p50 ms', key: 'search, eight p50', digits: 1 },
  ...processorLines('a write, one at a time', 'write, one'),
  ...processorLines('a write in bulk, with the index', 'write, bulk and index'),
  ...processorLines('a search', 'search, p50'),
  { label: 'searches that found the fact, of 1', key: 'search, found', digits: 2 },
];

export const LIST_LINES: readonly Line[] = [
  { label: '20 memories, 1 client, requests a second', key: 'list, 1', digits: 0 },
  { label: '20 memories, 16 clients', key: 'list, 16', digits: 0 },
  { label: 'with 5 entries each, 1 client', key: 'nested, 1', digits: 0 },
  { label: 'with 5 entries each, 16 clients', key: 'nested, 16', digits: 0 },
  ...processorLines('20 memories, 16 clients', 'list, 16'),
  ...processorLines('with 5 entries each, 16 clients', 'nested, 16'),
];

function processorLines(of: string, key: string): Line[] {
  const processor = `processor ms of ${of}`;
  return [
    { label: `${processor}: process`, key, digits: 2, part: 'process' },
    { label: `${processor}: PostgreSQL`, key, digits: 2, part: 'postgres' },
  ];
}

/** A Markdown table of medians, each with the median of its ratios to bare SQL in the same round. */
export function markdownTable(lines: readonly Line[], rounds: Rounds): string {
  const names = [...rounds.keys()];
  const rows = lines.map((line) => [
    line.label,
    ...names.map((name) => cellOf(line, rounds.get(name) ?? [], rounds.get(BARE) ?? [])),
  ]);
  return tableOf(['', ...names], rows);
}

/** How far Lorebase is ahead of each other system: the median of the ratios of each round. */
export function aheadTable(rounds: Rounds): string {
  const ours = rounds.get(OURS) ?? [];
  const others = [...rounds.keys()].filter((name) => !name.startsWith(OURS));
  const lines = [...STORE_LINES, ...LIST_LINES].filter(
    ({ key, part }) => part === undefined && key !== 'search, found',
  );
  const rows = lines.map((line) => [
    line.label,
    ...others.map((name) => {
      const theirs = rounds.get(name) ?? [];
      const ratios = ours.map((figures, round) => {
        const ratio = numberOf(line, figures) / numberOf(line, theirs[round] ?? {});
        return isTime(line.key) ? 1 / ratio : ratio;
      });
      const median = medianOf(ratios.filter(Number.isFinite));
      return Number.isNaN(median) ? '–' : median.toFixed(2);
    }),
  ]);
  return tableOf(['', ...others], rows);
}

function tableOf(head: string[], rows: string[][]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellOf(line: Line, own: Record<string, Figure>[], bare: Record<string, Figure>[]): string {
  const values = own.map((figures) => numberOf(line, figures));
  const median = medianOf(values.filter(Number.isFinite));
  if (Number.isNaN(median)) return '–';
  const text = median.toFixed(line.digits);
  if (own === bare || line.part || line.key === 'search, found') return text;
  const ratios = values.map((value, i) => value / numberOf(line, bare[i] ?? {}));
  const ratio = medianOf(ratios.filter(Number.isFinite));
  return Number.isNaN(ratio) ? text : `${text} (${ratio.toFixed(2)})`;
}

function numberOf({ key, part }: Line, figures: Record<string, Figure>): number {
  return figures[key]?.[part ?? 'value'] ?? Number.NaN;
}

/** Of two in the middle, their mean. */
function medianOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  const [lower = Number.NaN, upper = Number.NaN] = middle;
  return (lower + upper) / 2;
}
