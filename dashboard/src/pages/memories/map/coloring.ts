import type { EntryKind, MapEntryFragment } from '../../../api/types.ts';
import { ENTRY_KINDS } from '../../../components/scope.ts';
import { sentenceCase } from '../../../components/words.ts';
import { KIND_COLORS } from '../../../theme.ts';
import type { Coloring } from './search-params.ts';

/** A group of entries that have one color. */
export type ColorClass = {
  label: string;
  /** Names of colors of the theme, such as "indigo.6". */
  light: string;
  dark: string;
};

const KINDS = Object.fromEntries(
  ENTRY_KINDS.map((kind) => [
    kind,
    {
      label: sentenceCase(kind),
      light: `${KIND_COLORS[kind]}.6`,
      dark: `${KIND_COLORS[kind]}.4`,
    },
  ]),
) as Record<EntryKind, ColorClass>;

const DAY_MS = 86_400_000;
const AGES: readonly { days: number; group: ColorClass }[] = [
  { days: 1, group: { label: 'Said today', light: 'indigo.9', dark: 'indigo.1' } },
  { days: 7, group: { label: 'In the last 7 days', light: 'indigo.6', dark: 'indigo.3' } },
  { days: 30, group: { label: 'In the last 30 days', light: 'teal.6', dark: 'teal.4' } },
  { days: 365, group: { label: 'In the last year', light: 'orange.5', dark: 'orange.5' } },
  {
    days: Number.POSITIVE_INFINITY,
    group: { label: 'Earlier', light: 'gray.5', dark: 'gray.7' },
  },
];

const NOT_REVIEWED: ColorClass = { label: 'No review yet', light: 'gray.5', dark: 'gray.6' };
const UTILITIES: readonly { below: number; group: ColorClass }[] = [
  { below: 0.35, group: { label: 'Below 0.35', light: 'red.8', dark: 'red.5' } },
  { below: 0.5, group: { label: '0.35 to 0.5', light: 'orange.5', dark: 'orange.4' } },
  { below: 0.65, group: { label: '0.5 to 0.65', light: 'teal.4', dark: 'teal.3' } },
  {
    below: Number.POSITIVE_INFINITY,
    group: { label: '0.65 and above', light: 'teal.8', dark: 'teal.6' },
  },
];

/** All groups of a coloring, in the order of the legend. */
export function classesOf(coloring: Coloring): ColorClass[] {
  if (coloring === 'kind') return Object.values(KINDS);
  if (coloring === 'age') return AGES.map(({ group }) => group);
  return [...UTILITIES.map(({ group }) => group), NOT_REVIEWED];
}

export function classOf(entry: MapEntryFragment, coloring: Coloring, now: number): ColorClass {
  if (coloring === 'kind') return KINDS[entry.kind];
  if (coloring === 'age') {
    const days = (now - Date.parse(entry.lastStatedAt)) / DAY_MS;
    return (AGES.find((age) => days < age.days) ?? AGES[AGES.length - 1])?.group ?? NOT_REVIEWED;
  }
  if (entry.reviewCount === 0) return NOT_REVIEWED;
  return UTILITIES.find(({ below }) => entry.utility < below)?.group ?? NOT_REVIEWED;
}

/** The variable of the style sheet for a color of the theme, such as "indigo.6". */
export function cssVariable(color: string): string {
  return `--mantine-color-${color.replace('.', '-')}`;
}
