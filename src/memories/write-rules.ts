import type { App } from '../app.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import type { DUPLICATE_POLICIES } from '../db/tables/projects.ts';
import { requireOrder, settingsOf, type Thresholds } from '../projects/settings.ts';

/** The rules that a call can give; an omitted one is inherited. */
export type GivenRules = {
  duplicateThreshold?: number | null | undefined;
  updateThreshold?: number | null | undefined;
  duplicatePolicy?: (typeof DUPLICATE_POLICIES)[number] | null | undefined;
};

/** The rules by which a write decides about a text that is similar to an entry. */
export type WriteRules = Thresholds & {
  duplicatePolicy: (typeof DUPLICATE_POLICIES)[number];
  maxStatements: number;
};

type OwnWriteRules = Pick<
  MemoryRow,
  'duplicateThreshold' | 'updateThreshold' | 'duplicatePolicy' | 'maxStatements'
>;

/**
 * The effective rules (call → memory → project → deployment). With the policy SIMILAR, an inherited `updateThreshold`
 * above `duplicateThreshold` counts as equal to it, so that only a call that gives `updateThreshold` can be refused.
 * @throws BAD_USER_INPUT if the given `updateThreshold` is above `duplicateThreshold`
 */
export function writeRulesFor(
  app: App,
  { project, memory }: { project: ProjectRow; memory: OwnWriteRules },
  given: GivenRules = {},
): WriteRules {
  const settings = settingsOf(app.config, project);
  const rules = {
    duplicate: given.duplicateThreshold ?? memory.duplicateThreshold ?? settings.duplicateThreshold,
    update: given.updateThreshold ?? memory.updateThreshold ?? settings.updateThreshold,
    duplicatePolicy: given.duplicatePolicy ?? memory.duplicatePolicy ?? settings.duplicatePolicy,
    maxStatements: memory.maxStatements ?? settings.maxStatements,
  };
  if (rules.duplicatePolicy !== 'SIMILAR') return rules;
  if (given.updateThreshold != null) requireOrder(rules, 'input.updateThreshold');
  return { ...rules, update: Math.min(rules.update, rules.duplicate) };
}
