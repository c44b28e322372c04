import { z } from 'zod';
import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { LOCAL_DIMENSIONS, LOCAL_MODEL } from '../config.ts';
import type { Space } from '../db/embedding-space.ts';
import type { ProjectRow } from '../db/rows.ts';
import {
  CREDIT_RULES,
  DUPLICATE_POLICIES,
  LEARNING_RATE_SCHEDULES,
  WRITE_PRESETS,
} from '../db/tables/projects.ts';
import { badInput } from '../errors.ts';
import { MAX_KEY_CHARACTERS, textInput, unitInput, wholeFrom } from '../input.ts';
import { defaultsOf, WRITE_PRESET_RULES } from './model-defaults.ts';
import { modelInput } from './model-input.ts';
import { ownStreamSettings, streamSettingsFor, streamSettingsInput } from './stream-settings.ts';

export const dimensionsInput = wholeFrom(1, 16_000);

const daysInput = wholeFrom(1, 36_500);

export const MAX_STATEMENTS = 64;
export const maxStatementsInput = wholeFrom(1, MAX_STATEMENTS);

/** Null resets a setting to the deployment's default; undefined leaves it unchanged. */
export const settingsInput = z
  .object({
    embeddingModel: modelInput.nullish(),
    embeddingDimensions: dimensionsInput.nullish(),
    writePreset: z.enum(WRITE_PRESETS).nullish(),
    duplicatePolicy: z.enum(DUPLICATE_POLICIES).nullish(),
    duplicateThreshold: unitInput.nullish(),
    updateThreshold: unitInput.nullish(),
    maxStatements: maxStatementsInput.nullish(),
    creditRule: z.enum(CREDIT_RULES).nullish(),
    requiredMetadataKey: textInput
      .trim()
      .min(1, 'must not be blank')
      .max(MAX_KEY_CHARACTERS, `must have at most ${MAX_KEY_CHARACTERS} characters`)
      .nullish(),
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
type OwnSettings = Pick<
  ProjectRow,
  | 'embeddingModel'
  | 'embeddingDimensions'
  | 'writePreset'
  | 'duplicatePolicy'
  | 'duplicateThreshold'
  | 'updateThreshold'
  | 'maxStatements'
  | 'creditRule'
  | 'requiredMetadataKey'
  | 'learningRate'
  | 'learningRateSchedule'
  | 'learningRateFloor'
  | 'streamSettings'
  | 'similarityThreshold'
  | 'traceRetentionDays'
>;

/**
 * The effective settings: for each setting the first value that is set, of the project, its preset, the environment
 * and the embedding model.
 */
export function settingsOf(config: Config, project: OwnSettings) {
  const writePreset = project.writePreset ?? 'MEASURED';
  const rules = WRITE_PRESET_RULES[writePreset];
  const { defaults } = config;
  const ofModel = defaultsOf(project.embeddingModel);
  const inherited = inheritedThresholds(config, project);
  return {
    embeddingModel: project.embeddingModel,
    embeddingDimensions: project.embeddingDimensions,
    writePreset,
    duplicatePolicy: project.duplicatePolicy ?? rules.duplicatePolicy,
    duplicateThreshold:
      project.duplicateThreshold ?? rules.duplicateThreshold ?? inherited.duplicate,
    updateThreshold: project.updateThreshold ?? rules.updateThreshold ?? inherited.update,
    maxStatements: project.maxStatements ?? rules.maxStatements,
    creditRule: project.creditRule ?? 'BASELINE',
    requiredMetadataKey: project.requiredMetadataKey,
    learningRate: project.learningRate ?? defaults.learningRate,
    learningRateSchedule: project.learningRateSchedule,
    learningRateFloor: project.learningRateFloor ?? ALPHA_FLOOR,
    similarityThreshold:
      project.similarityThreshold ?? defaults.similarityThreshold ?? ofModel.similarityThreshold,
    traceRetentionDays: project.traceRetentionDays,
    stream: streamSettingsFor(project, null),
  };
}

export type Settings = ReturnType<typeof settingsOf>;

/**
 * The thresholds of the environment or, if it does not set them, of the embedding model. If the environment sets only
 * one threshold, the other is limited by it, so that `update` never exceeds `duplicate`.
 */
function inheritedThresholds(
  { defaults }: Config,
  { embeddingModel }: Pick<OwnSettings, 'embeddingModel'>,
): Thresholds {
  const { duplicateThreshold: duplicate, updateThreshold: update } = defaults;
  const ofModel = defaultsOf(embeddingModel);
  return {
    duplicate: duplicate ?? Math.max(ofModel.duplicateThreshold, update ?? 0),
    update: update ?? Math.min(ofModel.updateThreshold, duplicate ?? 1),
  };
}

export function spaceOf(project: ProjectRow): Space {
  return { model: project.embeddingModel, dimensions: project.embeddingDimensions };
}

/** The space in which the project is being re-embedded; null if it is not. */
export function nextSpaceOf({ nextModel, nextDimensions }: ProjectRow): Space | null {
  if (nextModel === null || nextDimensions === null) return null;
  return { model: nextModel, dimensions: nextDimensions };
}

/**
 * The project's own settings after a change. `current` is null for a new project. An import sets `permitsAnyOrder`: a
 * change of `duplicateThreshold` can have left the exported `updateThreshold` above it.
 * @throws BAD_USER_INPUT if the given `updateThreshold` is above `duplicateThreshold`, or for a model without
 * dimensions
 */
export function changedSettings(
  app: App,
  current: OwnSettings | null,
  input: SettingsInput,
  { permitsAnyOrder = false }: SettingsRules = {},
): OwnSettings {
  const own = <Name extends keyof OwnSettings & keyof NonNullable<SettingsInput>>(name: Name) =>
    (input?.[name] === undefined ? (current?.[name] ?? null) : input[name]) as
      | OwnSettings[Name]
      | null;
  const space = changedSpace(app, current, input);
  const changed: OwnSettings = {
    embeddingModel: space.model,
    embeddingDimensions: space.dimensions,
    writePreset: own('writePreset'),
    duplicatePolicy: own('duplicatePolicy'),
    duplicateThreshold: own('duplicateThreshold'),
    updateThreshold: own('updateThreshold'),
    maxStatements: own('maxStatements'),
    creditRule: own('creditRule'),
    requiredMetadataKey: own('requiredMetadataKey'),
    learningRate: own('learningRate'),
    learningRateSchedule: own('learningRateSchedule') ?? 'CONSTANT',
    learningRateFloor: own('learningRateFloor'),
    similarityThreshold: own('similarityThreshold'),
    traceRetentionDays: own('traceRetentionDays'),
    streamSettings: ownStreamSettings(current?.streamSettings ?? null, input?.stream),
  };
  const { duplicateThreshold, updateThreshold, duplicatePolicy } = settingsOf(app.config, changed);
  // Only an `updateThreshold` of this call is refused. `writeRulesFor` limits any other to `duplicateThreshold`.
  if (duplicatePolicy === 'SIMILAR' && input?.updateThreshold != null && !permitsAnyOrder) {
    const thresholds = { duplicate: duplicateThreshold, update: updateThreshold };
    requireOrder(thresholds, 'input.settings.updateThreshold');
  }
  return changed;
}

/** With `permitsAnyOrder`, `updateThreshold` may be above `duplicateThreshold`. */
export type SettingsRules = { permitsAnyOrder?: boolean };

/** Lowest cosine similarities, in 0..1, at which a text is skipped (`duplicate`) or added to an entry (`update`). */
export type Thresholds = { duplicate: number; update: number };

/** @throws BAD_USER_INPUT at `path` if `update` is above `duplicate` */
export function requireOrder({ duplicate, update }: Thresholds, path: string): void {
  if (update <= duplicate) return;
  throw badInput(path, `must not be above duplicateThreshold (${update} > ${duplicate})`);
}

function changedSpace(app: App, current: OwnSettings | null, input: SettingsInput): Space {
  if (input?.embeddingModel === undefined && input?.embeddingDimensions === undefined) {
    if (current === null) return app.embedders.defaultSpace;
    return { model: current.embeddingModel, dimensions: current.embeddingDimensions };
  }
  const { embeddingModel = current?.embeddingModel, embeddingDimensions } = input;
  return spaceFrom(
    app,
    { embeddingModel, embeddingDimensions },
    'input.settings.embeddingDimensions',
  );
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
