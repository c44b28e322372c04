import type { StreamSettingsFieldsFragment } from '../../api/types.ts';

export type SettingName = Exclude<keyof StreamSettingsFieldsFragment, '__typename'>;

export type SettingField = {
  name: SettingName;
  label: string;
  about: string;
  type:
    | { kind: 'number'; min: number; max: number; isInteger?: boolean; step?: number }
    | { kind: 'switch' }
    | { kind: 'text' }
    | { kind: 'choice'; choices: { value: string; label: string }[] };
};

const number = (min: number, max: number, step = 1): SettingField['type'] => ({
  kind: 'number',
  min,
  max,
  step,
});
const integer = (min: number, max: number): SettingField['type'] => ({
  kind: 'number',
  min,
  max,
  isInteger: true,
});

type Group = { name: string; title: string; isUsual: boolean; fields: SettingField[] };

/** The settings of a stream as the schema describes them, with their defaults. */
export const SETTING_GROUPS: readonly Group[] = [
  {
    name: 'insights',
    title: 'When insights are formed',
    isUsual: true,
    fields: [
      {
        name: 'insights',
        label: 'Form insights automatically',
        about: 'On by default. “Run now” works also when it is off.',
        type: { kind: 'switch' },
      },
      {
        name: 'importanceThreshold',
        label: 'Importance',
        about: 'The sum since the last cycle at which the next one starts (150).',
        type: number(1, 1_000_000),
      },
      {
        name: 'minObservations',
        label: 'Observations',
        about: 'The lowest number since the last cycle (10).',
        type: integer(1, 100_000),
      },
      {
        name: 'recentObservations',
        label: 'Observations asked about',
        about: 'The latest ones, from which the questions are made (100).',
        type: integer(1, 500),
      },
      {
        name: 'questionsPerCycle',
        label: 'Questions',
        about: 'In one cycle; each gives at most one insight (3).',
        type: integer(1, 9),
      },
      {
        name: 'maxDepth',
        label: 'Depth',
        about:
          'Maximum depth of an insight; one without other insights as evidence has depth 1 (3).',
        type: integer(1, 10),
      },
    ],
  },
  {
    name: 'importance',
    title: 'Importance',
    isUsual: true,
    fields: [
      {
        name: 'rating',
        label: 'The chat model rates',
        about: 'On by default. Without ratings the importance is 5 plus the additions.',
        type: { kind: 'switch' },
      },
      {
        name: 'insightImportance',
        label: 'Lowest importance of an insight',
        about: 'A lower rating is raised to it (7).',
        type: number(1, 10),
      },
      {
        name: 'entityAddition',
        label: 'Addition for a name',
        about: 'If the text names a person, a place or a thing (1).',
        type: number(0, 9),
      },
      {
        name: 'feelingAddition',
        label: 'Addition for a feeling',
        about: 'If the text says a preference or an emotion (1).',
        type: number(0, 9),
      },
      {
        name: 'goalAddition',
        label: 'Addition for a goal',
        about: 'If the text states one (2).',
        type: number(0, 9),
      },
      {
        name: 'scoringModel',
        label: 'Model of ratings and insights',
        about: 'A chat model’s name; that of the server when empty.',
        type: { kind: 'text' },
      },
    ],
  },
  {
    name: 'retention',
    title: 'What is kept',
    isUsual: true,
    fields: [
      {
        name: 'maxEntries',
        label: 'Most entries',
        about: 'Beyond it, those with the lowest score are deleted. No limit by default.',
        type: integer(1, 10_000_000),
      },
      {
        name: 'ttlHours',
        label: 'Hours until an entry expires',
        about: 'Entries that are recorded from then on. No expiry by default.',
        type: number(0.001, 1_000_000),
      },
      {
        name: 'graceDays',
        label: 'Days in the trash',
        about: 'Days after which an entry that retention deleted is permanently deleted (7).',
        type: number(0, 3650),
      },
    ],
  },
  {
    name: 'ranking',
    title: 'Ranking',
    isUsual: false,
    fields: [
      {
        name: 'ranking',
        label: 'Preset',
        about: 'Sets the next values together; each can be set on its own.',
        type: {
          kind: 'choice',
          choices: [
            { value: 'MEASURED', label: 'Measured (default)' },
            { value: 'GENERATIVE_AGENTS', label: 'The paper’s text' },
            { value: 'PAPER_CODE', label: 'The paper’s code' },
          ],
        },
      },
      {
        name: 'mode',
        label: 'Compares by',
        about: 'How entries are compared with a query.',
        type: {
          kind: 'choice',
          choices: [
            { value: 'HYBRID', label: 'Words and meaning' },
            { value: 'SEMANTIC', label: 'Meaning' },
            { value: 'LEXICAL', label: 'Words' },
          ],
        },
      },
      {
        name: 'normalization',
        label: 'Parts of a score',
        about: 'Whether each is scaled over the candidates.',
        type: {
          kind: 'choice',
          choices: [
            { value: 'NONE', label: 'As they are' },
            { value: 'MIN_MAX', label: 'Scaled to 0 to 1' },
          ],
        },
      },
      {
        name: 'relevanceWeight',
        label: 'Weight of the relevance',
        about: '0 to 100 (1).',
        type: number(0, 100, 0.05),
      },
      {
        name: 'recencyWeight',
        label: 'Weight of the recency',
        about: '0 to 100 (0.05).',
        type: number(0, 100, 0.05),
      },
      {
        name: 'importanceWeight',
        label: 'Weight of the importance',
        about: '0 to 100 (0.1).',
        type: number(0, 100, 0.05),
      },
      {
        name: 'utilityWeight',
        label: 'Weight of the utility',
        about: '0 to 100 (0).',
        type: number(0, 100, 0.05),
      },
      {
        name: 'decayFactor',
        label: 'Decay in an hour',
        about: 'The recency is this to the power of the hours since (0.999).',
        type: number(0.0001, 1, 0.001),
      },
      {
        name: 'accessShare',
        label: 'What a use counts',
        about: '1: a used entry is as recent as a new one; 0: a use does not count (0.5).',
        type: number(0, 1, 0.1),
      },
      {
        name: 'candidates',
        label: 'Candidates',
        about: 'Entries nearest to a query that are ranked (100).',
        type: integer(1, 1000),
      },
      {
        name: 'limit',
        label: 'Results',
        about: 'Of retrieveEntries (10).',
        type: integer(1, 100),
      },
    ],
  },
];
