import type { SettingValuesFragment } from '../../api/types.ts';

export type SettingValue = string | number | boolean | null;

/** How a setting is entered. */
export type Control =
  | { kind: 'number'; min: number; max: number; step: number; isOptional?: boolean }
  | { kind: 'choice'; options: { value: string; label: string }[] }
  | { kind: 'switch' }
  | { kind: 'text'; none: string };

type Name =
  | Exclude<keyof SettingValuesFragment, 'stream' | 'embeddingModel' | 'embeddingDimensions'>
  | `stream.${Exclude<keyof SettingValuesFragment['stream'], '__typename'>}`;

export type Definition = { name: Name; label: string; about: string; control: Control };
export type Group = { title: string; settings: Definition[] };

const number = (min: number, max: number, step: number): Control => ({
  kind: 'number',
  min,
  max,
  step,
});
const optional = (min: number, max: number, step: number): Control => ({
  kind: 'number',
  min,
  max,
  step,
  isOptional: true,
});
const share: Control = number(0, 1, 0.01);
const choice = (options: Record<string, string>): Control => ({
  kind: 'choice',
  options: Object.entries(options).map(([value, label]) => ({ value, label })),
});

/** The settings of writes, learning, lessons and retention. */
export const RULES: Group[] = [
  {
    title: 'Writing',
    settings: [
      {
        name: 'writePreset',
        label: 'Rules of writes',
        about: 'Sets the four values below, each of which can still be set on its own.',
        control: choice({ MEASURED: 'Measured on public data', SOAT: 'As SOAT documents' }),
      },
      {
        name: 'duplicatePolicy',
        label: 'When a text is skipped',
        about: 'Skipping identical texts loses nothing. Skipping similar texts can lose a detail.',
        control: choice({ SAFE: 'Only when it is equal', SIMILAR: 'Also when it is very similar' }),
      },
      {
        name: 'duplicateThreshold',
        label: 'Similarity at which a text is skipped',
        about: 'Used only if very similar texts are skipped.',
        control: share,
      },
      {
        name: 'updateThreshold',
        label: 'Similarity at which a text is merged',
        about: 'A text that is this similar to all statements of an entry becomes one of them.',
        control: share,
      },
      {
        name: 'maxStatements',
        label: 'Statements in one entry',
        about: 'Writes begin a new entry when one has collected this many.',
        control: number(1, 64, 1),
      },
    ],
  },
  {
    title: 'Learning from reviews',
    settings: [
      {
        name: 'creditRule',
        label: 'Who gets the credit',
        about: 'How a review moves the utilities of the entries that the run retrieved.',
        control: choice({
          BASELINE: 'Compared with the agent’s usual result',
          REWARD: 'The reward itself, as in Reflect',
        }),
      },
      {
        name: 'learningRate',
        label: 'Learning rate',
        about: 'The share of the way to the reward by which one review moves a utility.',
        control: share,
      },
      {
        name: 'learningRateSchedule',
        label: 'How the rate develops',
        about:
          'With a decaying rate, each further review moves a utility less, down to the lowest rate.',
        control: choice({
          CONSTANT: 'The same for every review',
          DECAYING: 'Smaller with each review',
        }),
      },
      {
        name: 'learningRateFloor',
        label: 'Lowest rate when it decays',
        about: 'So that an old entry can still change.',
        control: share,
      },
    ],
  },
  {
    title: 'Lessons and traces',
    settings: [
      {
        name: 'similarityThreshold',
        label: 'Similarity of a lesson to a task',
        about: 'Lessons that are less similar are not shown to an agent.',
        control: share,
      },
      {
        name: 'requiredMetadataKey',
        label: 'Metadata that is required',
        about:
          'A key, such as user_id, that each trace must have and each search for lessons must name.',
        control: { kind: 'text', none: 'None' },
      },
      {
        name: 'traceRetentionDays',
        label: 'Days for which traces are kept',
        about: 'Older traces are deleted for good. Empty keeps them for ever.',
        control: optional(1, 36_500, 1),
      },
    ],
  },
];

/** The settings of memory streams, which a memory can override. */
export const STREAM_RULES: Group[] = [
  {
    title: 'When insights are formed',
    settings: [
      {
        name: 'stream.insights',
        label: 'Form insights automatically',
        about: 'If off, a cycle starts only with “Run now” or with startInsightCycle and force.',
        control: { kind: 'switch' },
      },
      {
        name: 'stream.importanceThreshold',
        label: 'Sum of importance',
        about: 'A cycle starts when the observations since the last one add up to this.',
        control: number(1, 1_000_000, 10),
      },
      {
        name: 'stream.minObservations',
        label: 'Fewest observations',
        about: 'A cycle does not start with fewer since the last one.',
        control: number(1, 100_000, 1),
      },
      {
        name: 'stream.recentObservations',
        label: 'Observations that are read',
        about: 'The most recent ones, from which the questions are derived.',
        control: number(1, 500, 1),
      },
      {
        name: 'stream.questionsPerCycle',
        label: 'Questions in a cycle',
        about: 'Each yields at most one insight.',
        control: number(1, 9, 1),
      },
      {
        name: 'stream.maxDepth',
        label: 'Insights upon insights',
        about: 'Maximum depth of an insight; an observation has 0.',
        control: number(1, 10, 1),
      },
      {
        name: 'stream.insightImportance',
        label: 'Least importance of an insight',
        about: 'A lower rating is raised to it.',
        control: number(1, 10, 0.5),
      },
    ],
  },
  {
    title: 'Importance',
    settings: [
      {
        name: 'stream.rating',
        label: 'Let the chat model rate importance',
        about: 'Without ratings it is 5 and the additions below.',
        control: { kind: 'switch' },
      },
      {
        name: 'stream.scoringModel',
        label: 'Model of ratings and insights',
        about: 'Empty for that of the server.',
        control: { kind: 'text', none: 'The server’s' },
      },
      {
        name: 'stream.entityAddition',
        label: 'Names someone or something',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
      {
        name: 'stream.feelingAddition',
        label: 'Tells of a preference or feeling',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
      {
        name: 'stream.goalAddition',
        label: 'States a goal',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
    ],
  },
  {
    title: 'Ranking',
    settings: [
      {
        name: 'stream.ranking',
        label: 'Ranking',
        about: 'Sets the values below, each of which can still be set on its own.',
        control: choice({
          MEASURED: 'Measured on public data',
          GENERATIVE_AGENTS: 'As the paper says',
          PAPER_CODE: 'As the paper’s code does',
        }),
      },
      {
        name: 'stream.mode',
        label: 'How texts are compared',
        about: 'By meaning, by words, or by both.',
        control: choice({ SEMANTIC: 'Meaning', LEXICAL: 'Words', HYBRID: 'Both' }),
      },
      {
        name: 'stream.normalization',
        label: 'Scaling of the parts',
        about: 'Whether each part is scaled over the candidates before it is weighted.',
        control: choice({ NONE: 'As they are', MIN_MAX: 'To 0 … 1' }),
      },
      {
        name: 'stream.relevanceWeight',
        label: 'Weight of relevance',
        about: 'How well the text fits the question.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'stream.importanceWeight',
        label: 'Weight of importance',
        about: 'How much the text matters.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'stream.recencyWeight',
        label: 'Weight of recency',
        about: 'How lately it was said or read.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'stream.utilityWeight',
        label: 'Weight of utility',
        about: 'How much it helped in reviewed runs.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'stream.decayFactor',
        label: 'Decay of recency in an hour',
        about: 'The recency is this to the power of the hours since.',
        control: number(0.0001, 1, 0.001),
      },
      {
        name: 'stream.accessShare',
        label: 'How much reading refreshes',
        about: '1 counts reading an entry like saying it again; 0 does not count it.',
        control: share,
      },
      {
        name: 'stream.candidates',
        label: 'Candidates',
        about: 'Entries that are ranked, the most relevant first.',
        control: number(1, 1000, 10),
      },
      {
        name: 'stream.limit',
        label: 'Results',
        about: 'Entries that are returned.',
        control: number(1, 100, 1),
      },
    ],
  },
  {
    title: 'Retention',
    settings: [
      {
        name: 'stream.maxEntries',
        label: 'Entries in a memory',
        about:
          'Beyond it, the entries with the lowest sum of recency, importance and utility are deleted. Empty for no limit.',
        control: optional(1, 10_000_000, 100),
      },
      {
        name: 'stream.ttlHours',
        label: 'Hours until an entry expires',
        about: 'Counts for what is recorded from now on. Empty for never.',
        control: optional(0.001, 1_000_000, 1),
      },
      {
        name: 'stream.graceDays',
        label: 'Days in the trash',
        about: 'Days after which an entry that retention deleted is permanently deleted.',
        control: number(0, 3650, 1),
      },
    ],
  },
];

/** The value of a setting by its name. */
export function settingValue(settings: SettingValuesFragment, name: string): SettingValue {
  const [first = '', second] = name.split('.');
  const values = second === undefined ? settings : settings.stream;
  return (values as unknown as Record<string, SettingValue>)[second ?? first] ?? null;
}

/** A value as a person reads it. */
export function wordsOf(value: SettingValue, control: Control): string {
  if (control.kind === 'choice') {
    return control.options.find((option) => option.value === value)?.label ?? String(value);
  }
  if (control.kind === 'switch') return value === true ? 'On' : 'Off';
  if (value === null) return control.kind === 'text' ? control.none : 'No limit';
  return String(value);
}
