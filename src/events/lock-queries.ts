import { and, eq, placeholder, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { failUnless, ONE_ROW, prepared, REUSED_PLANS } from '../db/prepared-queries.ts';
import { eventLogs } from '../db/tables/events.ts';
import { projects } from '../db/tables/projects.ts';
import type { Position } from './position.ts';

/**
 * Takes the advisory locks with these names in their order, and holds them until the transaction ends. Without names,
 * it locks the project against erasure and deletion, which recording the events would otherwise do later. So a
 * transaction that changes a job locks the project before the job. A transaction that locks the whole project and then
 * enqueues a job uses the same order, so the two cannot deadlock.
 */
export async function takeLocks(
  db: Database,
  projectId: string,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return lockProjectForUse(db, projectId);
  const statement = prepared(db, 'take_locks', () =>
    db
      .select({ lock: sql`pg_advisory_xact_lock(hashtextextended(names.name, 0))` })
      .from(sql`unnest(${placeholder('names')}::text[]) as names(name)`),
  );
  await statement.execute({ names });
}

/**
 * Identifies a state of a project and of what is in it: the position of the last event of its log, and the time at
 * which its own row was last changed.
 */
export type ProjectState = Position & { updatedAt: Date };

/**
 * Locks a project against erasure and deletion, and fails (`isUnmetCondition`) unless it is in this state. It sends
 * both statements before it returns. The second one sees the changes that others have stored while the first one waited
 * for the lock. Statements that follow in the transaction use generic plans.
 */
export async function requireUnchanged(
  db: Database,
  projectId: string,
  { number, token, updatedAt }: ProjectState,
): Promise<void> {
  const locking = lockProjectForUse(db, projectId);
  const statement = prepared(db, 'require_unchanged', () => {
    const unchanged = db
      .select({ id: projects.id })
      .from(eventLogs)
      .innerJoin(projects, eq(projects.id, eventLogs.projectId))
      .where(
        and(
          eq(eventLogs.projectId, placeholder('projectId')),
          eq(eventLogs.lastNumber, sql`${placeholder('number')}::bigint`),
          eq(eventLogs.lastToken, sql`${placeholder('token')}::bigint`),
          eq(projects.updatedAt, placeholder('updatedAt')),
        ),
      );
    return db
      .select({ isMet: failUnless(sql`exists (${unchanged})`), ...REUSED_PLANS })
      .from(ONE_ROW);
  });
  const state = { number: String(number), token: String(token), updatedAt };
  await Promise.all([locking, statement.execute({ projectId, ...state })]);
}

/** Locks a project against erasure and deletion until the transaction ends. */
async function lockProjectForUse(db: Database, projectId: string): Promise<void> {
  await prepared(db, 'lock_project', () => lockedProject(db)).execute({ projectId });
}

/** A query that locks the project `projectId` against erasure and deletion. */
export function lockedProject(db: Database) {
  return db
    .select({ id: projects.id })
    .from(projects)
    .where(eq(projects.id, placeholder('projectId')))
    .for('key share');
}
