import type { StreamSettingsFieldsFragment } from '../api/types.ts';
import { choice, integer, number, optional, type Setting, share } from './setting-values.ts';

export type StreamSettingName = Exclude<keyof StreamSettingsFieldsFragment, '__typename'>;

type Group = { name: string; title: string; settings: readonly Setting<StreamSettingName>[] };

/** The settings of memory streams: those of a project, and those with which a memory overrides them. */
export const STREAM_SETTINGS: readonly Group[] = [
  {
    name: 'insights',
    title: 'When insights are formed',
    settings: [
      {
        name: 'insights',
        label: 'Form insights automatically',
        about: 'If off, a cycle starts only with “Run now” or with startInsightCycle and force.',
        control: { kind: 'switch' },
      },
      {
        name: 'importanceThreshold',
        label: 'Importance since the last cycle',
        about: 'A cycle starts when the importance of the observations adds up to this.',
        control: number(1, 1_000_000, 10),
      },
      {
        name: 'minObservations',
        label: 'Observations since the last cycle',
        about: 'A cycle does not start with fewer.',
        control: integer(1, 100_000),
      },
      {
        name: 'recentObservations',
        label: 'Observations that are read',
        about: 'The most recent ones, from which the questions are derived.',
        control: integer(1, 500),
      },
      {
        name: 'questionsPerCycle',
        label: 'Questions in a cycle',
        about: 'Each yields at most one insight.',
        control: integer(1, 9),
      },
      {
        name: 'maxDepth',
        label: 'Maximum depth of an insight',
        about:
          'An observation has the depth 0, and an insight one more than its deepest evidence, up to this.',
        control: integer(1, 10),
      },
      {
        name: 'insightImportance',
        label: 'Minimum importance of an insight',
        about: 'A lower rating is raised to it.',
        control: number(1, 10, 0.5),
      },
    ],
  },
  {
    name: 'importance',
    title: 'Importance',
    settings: [
      {
        name: 'rating',
        label: 'Let the chat model rate importance',
        about: 'Without ratings it is 5 and the additions below.',
        control: { kind: 'switch' },
      },
      {
        name: 'scoringModel',
        label: 'Model of ratings and insights',
        about: 'The name of a chat model.',
        control: { kind: 'text', none: 'The server’s' },
      },
      {
        name: 'entityAddition',
        label: 'Names someone or something',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
      {
        name: 'feelingAddition',
        label: 'Tells of a preference or feeling',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
      {
        name: 'goalAddition',
        label: 'States a goal',
        about: 'Is added to the importance of such a text.',
        control: number(0, 9, 0.5),
      },
    ],
  },
  {
    name: 'ranking',
    title: 'Ranking',
    settings: [
      {
        name: 'ranking',
        label: 'Ranking',
        about: 'Sets the values below, each of which can still be set on its own.',
        control: choice({
          MEASURED: 'Measured on public data',
          GENERATIVE_AGENTS: 'As the paper says',
          PAPER_CODE: 'As the paper’s code does',
          SOAT: 'By similarity alone, as SOAT does',
          REFLECT: 'By similarity and utility, as Reflect does',
        }),
      },
      {
        name: 'mode',
        label: 'How texts are compared',
        about: 'By meaning, by words, or by both.',
        control: choice({ SEMANTIC: 'Meaning', LEXICAL: 'Words', HYBRID: 'Both' }),
      },
      {
        name: 'normalization',
        label: 'Scaling of the values',
        about:
          'Whether relevance, importance, recency and utility are scaled over the candidates before they are weighted.',
        control: choice({ NONE: 'As they are', MIN_MAX: 'To 0 … 1' }),
      },
      {
        name: 'relevanceWeight',
        label: 'Weight of relevance',
        about: 'How well the text fits the question.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'importanceWeight',
        label: 'Weight of importance',
        about: 'How much the text matters.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'recencyWeight',
        label: 'Weight of recency',
        about: 'How lately it was said or read.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'utilityWeight',
        label: 'Weight of utility',
        about: 'How much it helped in reviewed runs.',
        control: number(0, 100, 0.05),
      },
      {
        name: 'decayFactor',
        label: 'Decay of recency in an hour',
        about: 'The recency is this to the power of the hours since.',
        control: number(0.0001, 1, 0.001),
      },
      {
        name: 'accessShare',
        label: 'How much reading refreshes',
        about: '1 counts reading an entry like saying it again; 0 does not count it.',
        control: share,
      },
      {
        name: 'candidates',
        label: 'Candidates',
        about: 'Entries that are ranked, the most relevant first.',
        control: integer(1, 1000, 10),
      },
      {
        name: 'limit',
        label: 'Results',
        about: 'Entries that are returned.',
        control: integer(1, 100),
      },
    ],
  },
  {
    name: 'retention',
    title: 'Retention',
    settings: [
      {
        name: 'maxEntries',
        label: 'Entries in a memory',
        about:
          'Beyond it, the entries with the lowest sum of recency, importance and utility are deleted.',
        control: optional(integer(1, 10_000_000, 100)),
      },
      {
        name: 'ttlHours',
        label: 'Hours until an entry expires',
        about: 'Counts for what is recorded from now on.',
        control: optional(number(0.001, 1_000_000, 1)),
      },
      {
        name: 'graceDays',
        label: 'Days in the trash',
        about: 'Days after which an entry that retention deleted is permanently deleted.',
        control: number(0, 3650, 1),
      },
    ],
  },
];
