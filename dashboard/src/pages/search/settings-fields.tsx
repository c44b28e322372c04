import { Checkbox, Fieldset, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import type { KnowledgeScope } from '../../api/types.ts';
import { Fold } from '../../components/fold.tsx';
import { compactScope, conditionCount } from '../../components/scope.ts';
import { ScopeCount, ScopeFields } from '../../components/scope-fields.tsx';
import { TimeInput } from '../../components/time-input.tsx';
import { sentenceCase } from '../../components/words.ts';
import { Amount, Choice } from './controls.tsx';
import { type Defaults, useDefaults } from './defaults.ts';
import {
  BOUNDS,
  MODES,
  NORMALIZATIONS,
  PARTS,
  type Part,
  PRESETS,
  type Preset,
  RANKINGS,
  type SearchSettings,
} from './search-params.ts';

type Props = {
  settings: SearchSettings;
  onChange: (settings: SearchSettings) => void;
};

const PRESET_LABELS: Record<Preset, { label: string; about: string }> = {
  knowledge: {
    label: 'Knowledge · searchKnowledge',
    about: 'Ranks entries by how relevant they are to the text.',
  },
  reflections: {
    label: 'Reflections · queryReflections',
    about: 'Ranks lessons of past runs by relevance and utility, and avoids repetition.',
  },
  stream: {
    label: 'Stream · retrieveEntries',
    about: 'Ranks entries by a weighted sum of relevance, utility, recency and importance.',
  },
};

/** A lesson is always of the kind reflection. */
const OF_REFLECTIONS: readonly (keyof KnowledgeScope)[] = ['kinds', 'sources'];

/** Every parameter of a search: the usual ones first, the others folded. */
export function SettingsFields({ settings, onChange }: Props) {
  const defaults = useDefaults(settings);
  const change = (changed: SearchSettings) => onChange({ ...settings, ...changed });
  const { preset = 'knowledge', scope = {} } = settings;
  const fields = { settings, change, defaults };
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Query"
        description={PRESET_LABELS[preset].about}
        data={PRESETS.map((value) => ({ value, label: PRESET_LABELS[value].label }))}
        value={preset}
        onChange={(event) => {
          const chosen = PRESETS.find((value) => value === event.currentTarget.value);
          change({ preset: chosen === 'knowledge' ? undefined : chosen });
        }}
      />
      <MainFields {...fields} />
      {preset !== 'reflections' && <PastFields {...fields} />}
      <Fold title="Scope" given={conditionCount(scope)}>
        <ScopeFields
          value={scope}
          onChange={(changed) => change({ scope: compactScope(changed) ?? undefined })}
          hidden={preset === 'reflections' ? OF_REFLECTIONS : []}
        />
        <ScopeCount value={scope} />
      </Fold>
    </Stack>
  );
}

type FieldsProps = {
  settings: SearchSettings;
  change: (changed: SearchSettings) => void;
  defaults: Defaults;
};

function MainFields({ settings, change, defaults }: FieldsProps) {
  const { preset, mode, limit, minScore, lambda, mmrLambda } = settings;
  const isReflections = preset === 'reflections';
  return (
    <>
      <Choice
        label="Mode"
        description="How texts are compared: by meaning, by words, or both"
        values={MODES}
        value={mode}
        byDefault={preset === 'stream' && settings.ranking ? 'of the ranking' : defaults.mode}
        onChange={(chosen) => change({ mode: chosen })}
      />
      <SimpleGrid cols={2} spacing="sm">
        <Amount
          label="Limit"
          {...BOUNDS.limit}
          step={1}
          value={limit}
          byDefault={defaults.limit}
          onChange={(value) => change({ limit: value })}
        />
        <Amount
          label={isReflections ? 'Lowest similarity' : 'Lowest score'}
          {...(preset === 'stream' ? BOUNDS.minScoreOfStream : BOUNDS.minScore)}
          value={minScore}
          byDefault={defaults.minScore}
          onChange={(value) => change({ minScore: value })}
        />
      </SimpleGrid>
      {isReflections && (
        <SimpleGrid cols={2} spacing="sm">
          <Amount
            label="Utility weight (λ)"
            {...BOUNDS.lambda}
            value={lambda}
            byDefault={defaults.lambda}
            onChange={(value) => change({ lambda: value })}
          />
          <Amount
            label="Score against variety (MMR λ)"
            {...BOUNDS.mmrLambda}
            value={mmrLambda}
            byDefault={defaults.mmrLambda}
            onChange={(value) => change({ mmrLambda: value })}
          />
        </SimpleGrid>
      )}
      {isReflections && (
        <Text size="xs" c="dimmed">
          With MMR λ at 1 the score alone decides; the lower it is, the more the results differ from
          each other.
        </Text>
      )}
      {preset === 'stream' && (
        <RankingFields settings={settings} change={change} defaults={defaults} />
      )}
    </>
  );
}

function RankingFields({ settings, change, defaults }: FieldsProps) {
  const { ranking, normalization, decayFactor, weights = {} } = settings;
  // A ranking has weights of its own, which are known only after a search.
  const ofRanking = ranking === undefined ? null : 'of the ranking';
  const given = [normalization, decayFactor].filter((value) => value !== undefined).length;
  return (
    <>
      <Choice
        label="Ranking"
        description="Preset for the weights, the mode and the decay"
        values={RANKINGS}
        value={ranking}
        byDefault={defaults.stream?.ranking ?? null}
        onChange={(value) => change({ ranking: value })}
      />
      <Fieldset legend="Weights" variant="unstyled">
        <SimpleGrid cols={2} spacing="sm">
          {PARTS.map((part) => (
            <Amount
              key={part}
              label={sentenceCase(part)}
              {...BOUNDS.weight}
              value={weights[part]}
              byDefault={ofRanking ?? defaults.weights?.[part] ?? null}
              onChange={(value) => change({ weights: withWeight(weights, part, value) })}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      <Fold title="Recency and scale" given={given}>
        <Stack gap="sm">
          <Amount
            label="Decay factor"
            description="The recency is this to the power of the hours since the entry was last said"
            {...BOUNDS.decayFactor}
            step={0.001}
            value={decayFactor}
            byDefault={ofRanking ?? defaults.stream?.decayFactor ?? null}
            onChange={(value) => change({ decayFactor: value })}
          />
          <Choice
            label="Normalization"
            description="Min max scales each value over the candidates before it is weighted"
            values={NORMALIZATIONS}
            value={normalization}
            byDefault={ofRanking ?? defaults.stream?.normalization ?? null}
            onChange={(value) => change({ normalization: value })}
          />
        </Stack>
      </Fold>
    </>
  );
}

type GivenWeights = NonNullable<SearchSettings['weights']>;

/** The weights with one of them changed; undefined if none is given any more. */
function withWeight(
  weights: GivenWeights,
  part: Part,
  value: number | undefined,
): GivenWeights | undefined {
  const changed = { ...weights, [part]: value };
  return Object.values(changed).some((weight) => weight !== undefined) ? changed : undefined;
}

function PastFields({ settings, change }: FieldsProps) {
  const { asOf, now, includeSuperseded, preset } = settings;
  const given = [asOf, now, includeSuperseded].filter((value) => value !== undefined).length;
  return (
    <Fold title="Time and history" given={given}>
      <Stack gap="sm">
        <TimeInput
          label="As of"
          description="Searches what was known at this time"
          value={asOf}
          onChange={(value) => change({ asOf: value })}
        />
        {preset === 'stream' && (
          <TimeInput
            label="Recency at"
            description="The time at which the recency is computed; now when empty"
            value={now}
            onChange={(value) => change({ now: value })}
          />
        )}
        <Checkbox
          label="Also superseded entries"
          checked={includeSuperseded === true}
          onChange={(event) =>
            change({ includeSuperseded: event.currentTarget.checked || undefined })
          }
        />
      </Stack>
    </Fold>
  );
}
