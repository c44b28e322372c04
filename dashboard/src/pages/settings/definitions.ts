import type { SettingValuesFragment } from '../../api/types.ts';
import {
  choice,
  integer,
  optional,
  type Setting,
  type SettingValue,
  share,
} from '../../components/setting-values.ts';
import { STREAM_SETTINGS, type StreamSettingName } from '../../components/stream-settings.ts';
import { WRITE_SETTINGS } from '../../components/write-settings.ts';

type Name =
  | Exclude<keyof SettingValuesFragment, 'stream' | 'embeddingModel' | 'embeddingDimensions'>
  | `stream.${StreamSettingName}`;

export type Definition = Setting<Name>;
export type Group = { title: string; settings: Definition[] };

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
      ...WRITE_SETTINGS,
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
        about: 'Older traces are permanently deleted. If it is empty, all traces are kept.',
        control: optional(integer(1, 36_500)),
      },
    ],
  },
];

/** The settings of memory streams. */
export const STREAM_RULES: Group[] = STREAM_SETTINGS.map(({ title, settings }) => ({
  title,
  settings: settings.map((setting) => ({ ...setting, name: `stream.${setting.name}` as const })),
}));

/** The value of a setting by its name. */
export function settingValue(settings: SettingValuesFragment, name: string): SettingValue {
  const [first = '', second] = name.split('.');
  const values = second === undefined ? settings : settings.stream;
  return (values as unknown as Record<string, SettingValue>)[second ?? first] ?? null;
}
