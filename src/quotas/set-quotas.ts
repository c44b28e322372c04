import { z } from 'zod';
import type { App } from '../app.ts';
import type { ProjectRow } from '../db/rows.ts';
import type { Quotas } from '../db/tables/projects.ts';
import { requireFound } from '../errors.ts';
import { ACCESS_GROUP } from '../events/changes.ts';
import { onlyChanged } from '../events/field-changes.ts';
import { transact } from '../events/transact.ts';
import { checkInput } from '../input.ts';
import { storeQuotas } from '../projects/project-state.ts';
import { lockProjectExclusively } from '../projects/projects.ts';
import type { Caller } from '../projects/viewer.ts';
import { NO_QUOTAS, quotasOf } from './check-quotas.ts';

const quota = z.number().int('must be a whole number').min(0, 'must be 0 or more').nullish();

const quotasInput = z.object({
  maxEntries: quota,
  maxBytes: quota,
  maxWritesPerDay: quota,
  maxGenerationsPerDay: quota,
});

const NAMES = Object.keys(NO_QUOTAS) as (keyof Quotas)[];

/** Changes the given quotas; null removes one. @throws NOT_FOUND, BAD_USER_INPUT */
export async function setQuotas(app: App, caller: Caller, input: unknown): Promise<ProjectRow> {
  const given = checkInput(quotasInput, input);
  const { id } = caller.project;
  const changed = await transact(app, caller, { locks: [id] }, async ({ db, record }) => {
    const project = await lockProjectExclusively(db, id);
    const before = quotasOf(project);
    const after = { ...before };
    for (const name of NAMES) {
      const value = given[name];
      if (value !== undefined) after[name] = value;
    }
    const changes = onlyChanged(
      NAMES.map((field) => ({ field, before: before[field], after: after[field] })),
    );
    if (changes.length === 0) return project;
    record({ type: 'PROJECT_UPDATED', changes });
    return requireFound(
      await storeQuotas(db, id, { quotas: after, now: app.clock() }),
      'project',
      id,
    );
  });
  await app.changes.invalidate(ACCESS_GROUP);
  return changed;
}
