import { Box, ColorSwatch, Group, Text } from '@mantine/core';
import type { SearchHitFragment, SearchHowFragment } from '../../api/types.ts';
import { sentenceCase } from '../../components/words.ts';
import { PARTS, type Part } from './search-params.ts';

/** The colors of the parts, the same in bars and in the legend. */
const COLORS: Record<Part, string> = {
  relevance: 'var(--mantine-color-indigo-5)',
  utility: 'var(--mantine-color-teal-5)',
  recency: 'var(--mantine-color-orange-5)',
  importance: 'var(--mantine-color-grape-5)',
};

type Weights = SearchHowFragment['weights'];

type Props = {
  hit: SearchHitFragment;
  /** The score whose bar has the full width. */
  greatest: number;
  /** Without them, the bar says only what each part adds. */
  weights: Weights | null;
};

/** What each part adds to the score of a result, as a bar and as a sum in words. */
export function ScoreBar({ hit, greatest, weights }: Props) {
  const counted = PARTS.filter((part) => (weights?.[part] ?? hit.parts[part]) !== 0);
  return (
    <Box>
      <Group
        gap={0}
        h={8}
        wrap="nowrap"
        aria-hidden
        bg="var(--mantine-color-default-border)"
        style={{ borderRadius: 4, overflow: 'hidden' }}
      >
        {counted.map((part) => (
          <Box
            key={part}
            h={8}
            bg={COLORS[part]}
            w={`${greatest > 0 ? Math.max(0, (100 * hit.parts[part]) / greatest) : 0}%`}
          />
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        <Text span inherit fw={650} c="var(--mantine-color-text)">
          {decimals(hit.score)}
        </Text>{' '}
        = {counted.map((part) => termOf(part, hit, weights)).join(' + ') || '0'}
        {comparedBy(hit)}
      </Text>
    </Box>
  );
}

/** "relevance 0.412", or "0.5 × utility 0.812" where the weight is not 1. */
function termOf(part: Part, { parts }: SearchHitFragment, weights: Weights | null): string {
  const weight = weights?.[part] ?? 1;
  if (weight === 1 || weight === 0) return `${part} ${decimals(parts[part])}`;
  return `${shortWeight(weight)} × ${part} ${decimals(parts[part] / weight)}`;
}

/** The values from which the relevance is computed. */
function comparedBy({ similarity, coverage, dateMatch }: SearchHitFragment): string {
  const values = [
    ['similarity', similarity],
    ['words', coverage],
    ['date', dateMatch],
  ] as const;
  const known = values.flatMap(([name, value]) =>
    value === null ? [] : [`${name} ${decimals(value)}`],
  );
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

type LegendProps = {
  /** Null where they are not known; then the parts that the results have are named. */
  weights: Weights | null;
  hits: readonly SearchHitFragment[];
};

/** The names of the parts that count, by their colors. */
export function ScoreLegend({ weights, hits }: LegendProps) {
  const counted = PARTS.filter((part) =>
    weights ? weights[part] !== 0 : hits.some(({ parts }) => parts[part] !== 0),
  );
  return (
    <Group gap="md" role="list" aria-label="Parts of the scores">
      {counted.map((part) => (
        <Group key={part} gap={6} role="listitem" wrap="nowrap">
          <ColorSwatch color={COLORS[part]} size={12} withShadow={false} aria-hidden />
          <Text size="xs">
            {sentenceCase(part)}
            {weights !== null && ` × ${shortWeight(weights[part])}`}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

/** A weight without the rounding errors of binary fractions. */
function shortWeight(weight: number): string {
  return String(Number(weight.toFixed(3)));
}

export function decimals(value: number): string {
  return value.toFixed(3);
}
