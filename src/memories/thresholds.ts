import type { App } from '../app.ts';
import type { MemoryRow, ProjectRow } from '../db/rows.ts';
import { requireOrder, settingsOf, type Thresholds } from '../projects/settings.ts';

export type GivenThresholds = {
  duplicateThreshold?: number | null | undefined;
  updateThreshold?: number | null | undefined;
};

type Own = Pick<MemoryRow, 'duplicateThreshold' | 'updateThreshold'>;

/** The effective thresholds (call → memory → project → deployment). @throws BAD_USER_INPUT */
export function thresholdsFor(
  app: App,
  { project, memory }: { project: ProjectRow; memory: Own },
  given: GivenThresholds = {},
): Thresholds {
  const settings = settingsOf(app.config, project);
  const pick = (name: keyof Own) => given[name] ?? memory[name] ?? settings[name];
  const thresholds = { duplicate: pick('duplicateThreshold'), update: pick('updateThreshold') };
  requireOrder(thresholds, 'input.updateThreshold');
  return thresholds;
}
