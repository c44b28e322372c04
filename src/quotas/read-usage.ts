import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { Quotas } from '../db/tables/projects.ts';
import { totalsOf } from '../memories/memories.ts';
import { primaryApp } from '../standby/app-variants.ts';
import { readUseOfToday } from '../stats/read-stats.ts';
import { quotasOf } from './check-quotas.ts';

/** The schema's `ProjectUsage`. */
export type ProjectUsage = {
  entries: number;
  bytes: number;
  writesToday: number;
  generationsToday: number;
  quotas: Quotas;
};

/** Reads the sizes of a project, and its writes and generations of today (UTC). */
export async function readUsage(app: App, project: ProjectRow): Promise<ProjectUsage> {
  const [totals, today] = await Promise.all([
    totalsOf(app.db, project.id),
    readUseOfToday(primaryApp(app), project.id),
  ]);
  const { writes: writesToday, generations: generationsToday } = today;
  return { ...totals, writesToday, generationsToday, quotas: quotasOf(project) };
}
