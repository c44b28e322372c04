import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { StreamSettings } from '../db/tables/stream-settings.ts';
import { type Settings, settingsOf } from './settings.ts';
import { streamSettingsFor } from './stream-settings.ts';

/** The settings whose column is null if the project inherits the deployment's value. */
const NULLABLE = [
  'writePreset',
  'duplicatePolicy',
  'duplicateThreshold',
  'updateThreshold',
  'maxStatements',
  'creditRule',
  'requiredMetadataKey',
  'learningRate',
  'learningRateFloor',
  'similarityThreshold',
  'traceRetentionDays',
] as const;

const DEFAULT_SCHEDULE = 'CONSTANT';

/** The names of the settings that a project sets itself. */
export function namesOfOwn(project: ProjectRow): string[] {
  const ofStream = Object.keys(project.streamSettings ?? {}).map((name) => `stream.${name}`);
  const hasSchedule = project.learningRateSchedule !== DEFAULT_SCHEDULE;
  return [
    ...NULLABLE.filter((name) => project[name] !== null),
    ...(hasSchedule ? ['learningRateSchedule'] : []),
    ...ofStream,
  ];
}

/** The value that each setting would have if the project did not set it, with the other settings unchanged. */
export function inheritedSettings(app: App, project: ProjectRow): Settings {
  const without = (name: (typeof NULLABLE)[number]) =>
    settingsOf(app.config, { ...project, [name]: null })[name];
  const { model, dimensions } = app.embedders.defaultSpace;
  return {
    ...settingsOf(app.config, project),
    ...(Object.fromEntries(NULLABLE.map((name) => [name, without(name)])) as Partial<Settings>),
    embeddingModel: model,
    embeddingDimensions: dimensions,
    learningRateSchedule: DEFAULT_SCHEDULE,
    stream: inheritedStream(project),
  };
}

function inheritedStream(project: ProjectRow): StreamSettings {
  const inherited = streamSettingsFor(project, null);
  const names = Object.keys(project.streamSettings ?? {}) as (keyof StreamSettings)[];
  const values = names.map((name) => {
    const { [name]: _, ...rest } = project.streamSettings ?? {};
    return [name, streamSettingsFor({ streamSettings: rest }, null)[name]];
  });
  return { ...inherited, ...Object.fromEntries(values) };
}
