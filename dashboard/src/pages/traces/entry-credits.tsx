import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { TraceDetailFragment } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { ratio, shorten } from '../../components/words.ts';
import type { Verdict } from './use-verdict.ts';

type Props = { retrieved: TraceDetailFragment['retrieved']; verdict: Verdict };

const CREDITS = [
  { value: '', label: 'As the run' },
  { value: '1', label: 'Helped (1.00)' },
  { value: '0.75', label: 'Mostly helped (0.75)' },
  { value: '0.5', label: 'Neither (0.50)' },
  { value: '0.25', label: 'Mostly misled (0.25)' },
  { value: '0', label: 'Misled (0.00)' },
];

/** Rewards of single entries, for a run of which some entries helped and others did not. */
export function EntryCredits({ retrieved, verdict: { credits, setCredit } }: Props) {
  const known = retrieved.filter(({ entry }) => entry !== null);
  if (known.length === 0) return null;
  const given = Object.keys(credits).length;
  return (
    <Fold title="Credit single entries" given={given}>
      <Text size="xs" c="dimmed" mb="xs">
        Once you credit an entry, only the entries that you credit learn from this run.
      </Text>
      <Stack gap="sm">
        {known.map(({ entryId, content, rank }) => (
          <Group key={rank} gap="xs" wrap="nowrap" align="center">
            <Text size="xs" lineClamp={2} flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              {rank}. {shorten(content, 120)}
            </Text>
            <NativeSelect
              size="xs"
              w={136}
              aria-label={`Credit of entry ${rank}`}
              data={optionsFor(credits[entryId])}
              value={credits[entryId] === undefined ? '' : String(credits[entryId])}
              onChange={({ currentTarget: { value } }) =>
                setCredit(entryId, value === '' ? null : Number(value))
              }
            />
          </Group>
        ))}
      </Stack>
    </Fold>
  );
}

/** The credits to choose from, with the present one, which another client may have given. */
function optionsFor(credit: number | undefined) {
  if (credit === undefined || CREDITS.some(({ value }) => value === String(credit))) return CREDITS;
  return [...CREDITS, { value: String(credit), label: ratio(credit) }];
}
