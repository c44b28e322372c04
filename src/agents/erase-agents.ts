import type { Database } from '../db/database.ts';
import type { Metadata } from '../db/tables/columns.ts';
import { deleteGenerationsOf, removeFromGenerations } from './generation-queries.ts';
import { deleteAllAgents } from './queries.ts';

/** The part of an erasure that concerns agents and generations. Requires the lock of the project. */

/** Erases the generations of erased traces, and those whose metadata matches. Returns their ids. */
export function eraseGenerations(
  db: Database,
  projectId: string,
  of: { traceIds: readonly string[]; metadata: Metadata },
): Promise<string[]> {
  return deleteGenerationsOf(db, projectId, of);
}

/** Erases what the remaining generations keep of erased entries, except in their messages. */
export function eraseFromGenerations(
  db: Database,
  projectId: string,
  entryIds: readonly string[],
): Promise<void> {
  return removeFromGenerations(db, projectId, entryIds);
}

/** Erases all agents of a project with their generations. Returns the numbers of both. */
export function eraseAllAgents(
  db: Database,
  projectId: string,
): Promise<{ agents: number; generations: number }> {
  return deleteAllAgents(db, projectId);
}
