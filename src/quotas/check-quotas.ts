import type { App } from '../app.ts';
import type { Database } from '../db/database.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { Quotas } from '../db/tables/projects.ts';
import { DomainError } from '../errors.ts';
import { totalsOf } from '../memories/memories.ts';
import { readUseOfToday } from '../stats/read-stats.ts';

/** Checks of quotas. The caller has read the row of the project with its quotas, so without quotas no query is sent. */

/**
 * The name of the lock that writers take, after those of memories and reviews, in a project with a limit of
 * its entries or bytes. It prevents two writes to different memories from exceeding the limit together.
 */
export const QUOTAS = 'quotas';

export const NO_QUOTAS: Quotas = {
  maxEntries: null,
  maxBytes: null,
  maxWritesPerDay: null,
  maxGenerationsPerDay: null,
};

export function quotasOf({ quotas }: Pick<ProjectRow, 'quotas'>): Quotas {
  return { ...NO_QUOTAS, ...quotas };
}

export function needsQuotaLock(project: Pick<ProjectRow, 'quotas'>): boolean {
  const { maxEntries, maxBytes } = quotasOf(project);
  return maxEntries !== null || maxBytes !== null;
}

/** The entries and bytes that a write adds to a project. Negative numbers are removed. */
export type Growth = { entries: number; bytes: number };

/**
 * Checks the project's entries and bytes after a write, in its transaction, which the error rolls back. A number that
 * the write does not increase is accepted even if it is above its limit. @throws QUOTA_EXCEEDED
 */
export function requireRoom(
  app: App,
  db: Database,
  project: ProjectRow,
  growth: Growth,
): Promise<void> {
  return requireTotals(app, db, project, { growth, ahead: { entries: 0, bytes: 0 } });
}

/** Checks the project's entries and bytes before a write. @throws QUOTA_EXCEEDED if there is no room for it now */
export function requireRoomFor(app: App, project: ProjectRow, growth: Growth): Promise<void> {
  return requireTotals(app, app.db, project, { growth, ahead: growth });
}

/** Checks the sum of the stored totals and of `ahead`, the growth that is not stored yet. @throws QUOTA_EXCEEDED */
async function requireTotals(
  app: App,
  db: Database,
  project: ProjectRow,
  { growth, ahead }: { growth: Growth; ahead: Growth },
): Promise<void> {
  const { maxEntries, maxBytes } = quotasOf(project);
  const limited = [
    { quota: 'maxEntries', limit: maxEntries, of: 'entries' },
    { quota: 'maxBytes', limit: maxBytes, of: 'bytes' },
  ] as const;
  const checked = limited.filter(({ limit, of }) => limit !== null && growth[of] > 0);
  if (checked.length === 0) return;
  const totals = await totalsOf(db, project.id);
  for (const { quota, limit, of } of checked) {
    if (limit !== null && totals[of] + ahead[of] > limit) throw exceeded(app, quota, limit);
  }
}

/** @throws QUOTA_EXCEEDED if this number of writes exceeds the quota of the day */
export async function requireWritesToday(
  app: App,
  project: ProjectRow,
  writes: number,
): Promise<void> {
  const { maxWritesPerDay } = quotasOf(project);
  if (maxWritesPerDay === null || writes === 0) return;
  const used = await readUseOfToday(app, project.id);
  if (used.writes + writes > maxWritesPerDay) {
    throw exceeded(app, 'maxWritesPerDay', maxWritesPerDay);
  }
}

/**
 * Checks the quota of the day for one more generation. `running` returns the number of the project's generations that
 * run in this process. @throws QUOTA_EXCEEDED
 */
export async function requireRoomForGeneration(
  app: App,
  project: ProjectRow,
  running: () => number,
): Promise<void> {
  const { maxGenerationsPerDay } = quotasOf(project);
  if (maxGenerationsPerDay === null) return;
  const { generations } = await readUseOfToday(app, project.id);
  if (generations + running() >= maxGenerationsPerDay) {
    throw exceeded(app, 'maxGenerationsPerDay', maxGenerationsPerDay);
  }
}

const DELETE = 'Delete entries, or raise the quota with setQuotas.';
const WAIT =
  'Wait until midnight UTC, when the count starts again, or raise the quota with setQuotas.';

/** Advice for a caller that has reached a quota. */
const HELP: Record<keyof Quotas, string> = {
  maxEntries: DELETE,
  maxBytes: DELETE,
  maxWritesPerDay: WAIT,
  maxGenerationsPerDay: WAIT,
};

function exceeded(app: App, quota: keyof Quotas, limit: number): DomainError {
  app.metrics.quotaRefusals.inc({ quota });
  return new DomainError(
    'QUOTA_EXCEEDED',
    `The project would exceed its quota ${quota} of ${limit}. ${HELP[quota]}`,
    { details: { quota } },
  );
}
