import { LOCAL_MODEL } from '../config.ts';
import type { DUPLICATE_POLICIES, WRITE_PRESETS } from '../db/tables/projects.ts';

/** Defaults that depend on how an embedding model spreads its similarities. */
export type ModelDefaults = {
  duplicateThreshold: number;
  updateThreshold: number;
  similarityThreshold: number;
};

/** The values of the references (SOAT, Reflect), for models that were not measured. */
const REFERENCE: ModelDefaults = {
  duplicateThreshold: 0.95,
  updateThreshold: 0.75,
  similarityThreshold: 0.5,
};

/** Values chosen by measuring (docs/decisions/021-statements.md, 026-reflections.md). */
const MEASURED: Readonly<Record<string, ModelDefaults>> = {
  [LOCAL_MODEL]: { duplicateThreshold: 0.95, updateThreshold: 0.825, similarityThreshold: 0.25 },
};

export function defaultsOf(embeddingModel: string): ModelDefaults {
  return MEASURED[embeddingModel] ?? REFERENCE;
}

/** The rules of writes in a preset. Null stands for the default of the deployment or of the embedding model. */
type PresetRules = {
  duplicatePolicy: (typeof DUPLICATE_POLICIES)[number];
  duplicateThreshold: number | null;
  updateThreshold: number | null;
  maxStatements: number;
};

/** The presets by name. SOAT has the values of that product's documentation, by which similar texts are skipped. */
export const WRITE_PRESET_RULES: Record<(typeof WRITE_PRESETS)[number], PresetRules> = {
  MEASURED: {
    duplicatePolicy: 'SAFE',
    duplicateThreshold: null,
    updateThreshold: null,
    maxStatements: 8,
  },
  SOAT: {
    duplicatePolicy: 'SIMILAR',
    duplicateThreshold: 0.95,
    updateThreshold: 0.75,
    maxStatements: 64,
  },
};
