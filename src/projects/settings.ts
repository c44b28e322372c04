import { z } from 'zod';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { LOCAL_DIMENSIONS, LOCAL_MODEL } from '../config.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import { LEARNING_RATE_SCHEDULES } from '../db/tables.ts';
import { badInput } from '../errors.ts';
import { textInput, unitInput } from '../input.ts';
import { ownStreamSettings, streamSettingsFor, streamSettingsInput } from './stream-settings.ts';

export const modelInput = textInput.trim().min(1, 'must not be blank').max(200);

export const dimensionsInput = z
  .number()
  .int()
  .min(1, 'must be from 1 to 16000')
  .max(16_000, 'must be from 1 to 16000');

const daysInput = z
  .number()
  .int()
  .min(1, 'must be from 1 to 36500')
  .max(36_500, 'must be from 1 to 36500');

/** Null resets a setting to the deployment's default; undefined leaves it unchanged. */
export const settingsInput = z
  .object({
    embeddingModel: modelInput.nullish(),
    embeddingDimensions: dimensionsInput.nullish(),
    duplicateThreshold: unitInput.nullish(),
    updateThreshold: unitInput.nullish(),
    learningRate: unitInput.nullish(),
    learningRateSchedule: z.enum(LEARNING_RATE_SCHEDULES).nullish(),
    learningRateFloor: unitInput.nullish(),
    stream: streamSettingsInput,
    similarityThreshold: unitInput.nullish(),
    traceRetentionDays: daysInput.nullish(),
  })
  .nullish();

/** Default lower limit of the rate DECAYING, so that the utility of an entry can always change. */
const ALPHA_FLOOR = 0.05;

export type SettingsInput = z.infer<typeof settingsInput>;
type Own = Pick<
  ProjectRow,
  | 'embeddingModel'
  | 'embeddingDimensions'
  | 'duplicateThreshold'
  | 'updateThreshold'
  | 'learningRate'
  | 'learningRateSchedule'
  | 'learningRateFloor'
  | 'streamSettings'
  | 'similarityThreshold'
  | 'traceRetentionDays'
>;
type Learned = keyof Config['defaults'];

/** The effective settings (project → deployment). */
export function settingsOf(config: Config, project: Own) {
  const own = (name: Learned) => project[name] ?? config.defaults[name];
  return {
    embeddingModel: project.embeddingModel,
    embeddingDimensions: project.embeddingDimensions,
    duplicateThreshold: own('duplicateThreshold'),
    updateThreshold: own('updateThreshold'),
    learningRate: own('learningRate'),
    learningRateSchedule: project.learningRateSchedule,
    learningRateFloor: project.learningRateFloor ?? ALPHA_FLOOR,
    similarityThreshold: own('similarityThreshold'),
    traceRetentionDays: project.traceRetentionDays,
    stream: streamSettingsFor(project, null),
  };
}

export function spaceOf(project: ProjectRow): Space {
  return { model: project.embeddingModel, dimensions: project.embeddingDimensions };
}

/** The space to which the project is being moved; null if it is not being moved. */
export function nextSpaceOf({ nextModel, nextDimensions }: ProjectRow): Space | null {
  if (nextModel === null || nextDimensions === null) return null;
  return { model: nextModel, dimensions: nextDimensions };
}

/**
 * The project's own settings after a change. `current` is null for a new project.
 * @throws BAD_USER_INPUT if `updateThreshold` is above `duplicateThreshold`, or for a model without
 * dimensions
 */
export function changedSettings(app: App, current: Own | null, input: SettingsInput): Own {
  const learned = (name: Learned) =>
    input?.[name] === undefined ? (current?.[name] ?? null) : input[name];
  const space = changedSpace(app, current, input);
  const changed: Own = {
    embeddingModel: space.model,
    embeddingDimensions: space.dimensions,
    duplicateThreshold: learned('duplicateThreshold'),
    updateThreshold: learned('updateThreshold'),
    learningRate: learned('learningRate'),
    learningRateSchedule:
      input?.learningRateSchedule === undefined
        ? (current?.learningRateSchedule ?? 'CONSTANT')
        : (input.learningRateSchedule ?? 'CONSTANT'),
    learningRateFloor:
      input?.learningRateFloor === undefined
        ? (current?.learningRateFloor ?? null)
        : input.learningRateFloor,
    similarityThreshold: learned('similarityThreshold'),
    traceRetentionDays:
      input?.traceRetentionDays === undefined
        ? (current?.traceRetentionDays ?? null)
        : input.traceRetentionDays,
    streamSettings: ownStreamSettings(current?.streamSettings ?? null, input?.stream),
  };
  const { duplicateThreshold: duplicate, updateThreshold: update } = settingsOf(
    app.config,
    changed,
  );
  requireOrder({ duplicate, update }, 'input.settings.updateThreshold');
  return changed;
}

/** Lowest cosine similarities, in 0..1, at which a text is skipped (`duplicate`) or merged (`update`). */
export type Thresholds = { duplicate: number; update: number };

/** @throws BAD_USER_INPUT at `path` if `update` is above `duplicate` */
export function requireOrder({ duplicate, update }: Thresholds, path: string): void {
  if (update <= duplicate) return;
  throw badInput(path, `must not be above duplicateThreshold (${update} > ${duplicate})`);
}

function changedSpace(app: App, current: Own | null, input: SettingsInput): Space {
  if (input?.embeddingModel === undefined && input?.embeddingDimensions === undefined) {
    if (current === null) return app.embedders.defaultSpace;
    return { model: current.embeddingModel, dimensions: current.embeddingDimensions };
  }
  return spaceFrom(app, input, 'input.settings.embeddingDimensions');
}

/**
 * The space of a model and its dimensions. An omitted value is the server's default.
 * @throws BAD_USER_INPUT at `path` if the dimensions are missing or not those of the local model
 */
export function spaceFrom(
  app: App,
  input: {
    embeddingModel?: string | null | undefined;
    embeddingDimensions?: number | null | undefined;
  },
  path: string,
): Space {
  const fallback = app.embedders.defaultSpace;
  const model = input.embeddingModel ?? fallback.model;
  const known = model === fallback.model ? fallback.dimensions : undefined;
  const dimensions =
    input.embeddingDimensions ?? (model === LOCAL_MODEL ? LOCAL_DIMENSIONS : known);
  if (dimensions === undefined) {
    throw badInput(path, `is needed for the model ${model}`);
  }
  if (model === LOCAL_MODEL && dimensions !== LOCAL_DIMENSIONS) {
    throw badInput(path, `must be ${LOCAL_DIMENSIONS} for ${LOCAL_MODEL}`);
  }
  return { model, dimensions };
}
