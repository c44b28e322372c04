import type { App } from '../app.ts';
import type { MemoryRow } from '../db/rows.ts';
import type { FieldChange } from '../db/tables/events.ts';
import { transact } from '../events/transact.ts';
import { MAX_NAME_CHARACTERS } from '../input.ts';
import type { Caller } from '../projects/viewer.ts';
import type { ImportBatch, ImportOutcome, Renamed } from './import-project.ts';
import {
  insertImported,
  selectAgentNames,
  selectLacking,
  selectMemoryNames,
} from './import-queries.ts';
import type { Line, LineKind } from './lines.ts';

/** The name of the lock that imports take, so that two of them do not store the same object. */
export const IMPORT_LOCK = 'imports';

/** Imports agents. An agent whose name is taken gets another name. */
export function importAgents(
  app: App,
  caller: Caller,
  { lines }: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  return transact(app, caller, { locks: [IMPORT_LOCK] }, async ({ db, record }) => {
    const missing = await selectLacking(db, projectId, 'agt', lines as Line<'agent'>[]);
    const taken = await selectAgentNames(db, projectId, namesTried(missing));
    const { named, renamed } = withFreeNames('agent', missing, taken);
    await insertImported(
      db,
      'agents',
      named.map((agent) => ({ projectId, ...agent })),
    );
    record(
      ...named.map(({ id, name }) => ({
        type: 'AGENT_CREATED' as const,
        agentId: id,
        changes: [created('name', name)],
      })),
    );
    return { imported: named.length, renamed };
  });
}

/** Imports memories without their entries. A memory whose name is taken gets another name. */
export function importMemories(
  app: App,
  caller: Caller,
  { lines }: ImportBatch,
): Promise<ImportOutcome> {
  const projectId = caller.project.id;
  return transact(app, caller, { locks: [IMPORT_LOCK] }, async ({ db, record }) => {
    const missing = await selectLacking(db, projectId, 'mem', lines as Line<'memory'>[]);
    const live = missing.filter(({ deletedAt }) => deletedAt === null);
    const taken = await selectMemoryNames(db, projectId, namesTried(live));
    const { named, renamed } = withFreeNames('memory', live, taken);
    const stored = [...named, ...missing.filter(({ deletedAt }) => deletedAt !== null)];
    await insertImported(
      db,
      'memories',
      stored.map(({ cycles: _, ...memory }) => ({ projectId, ...memory })),
    );
    const cycles = stored.flatMap((memory) =>
      memory.cycles.map((cycle) => ({ projectId, memoryId: memory.id, ...cycle })),
    );
    await insertImported(db, 'cycles', cycles);
    record(
      ...named.map((memory) => ({
        type: 'MEMORY_CREATED' as const,
        memory: memory as Pick<MemoryRow, 'id' | 'tags'>,
        changes: [created('name', memory.name), created('tags', memory.tags)],
      })),
    );
    return { imported: stored.length, renamed };
  });
}

export function created(field: string, after: unknown): FieldChange {
  return { field, before: null, after };
}

/** Number of names that are tried for an object. */
const TRIES = 50;

function nameTried(name: string, attempt: number): string {
  if (attempt === 0) return name;
  const addition = attempt === 1 ? ' (imported)' : ` (imported ${attempt})`;
  const kept = name.slice(0, MAX_NAME_CHARACTERS - addition.length);
  // The limit counts UTF-16 code units. If the cut leaves half of a surrogate pair, that half is removed.
  return kept.replace(/\p{Cs}$/u, '') + addition;
}

function namesTried(objects: readonly { name: string }[]): string[] {
  return objects.flatMap(({ name }) => Array.from({ length: TRIES }, (_, i) => nameTried(name, i)));
}

/** Gives objects names that are not taken. If all of the `TRIES` names are taken, the insert fails. */
function withFreeNames<Named extends { id: string; name: string }>(
  kind: LineKind,
  objects: readonly Named[],
  taken: ReadonlySet<string>,
): { named: Named[]; renamed: Renamed[] } {
  const used = new Set(taken);
  const renamed: Renamed[] = [];
  const named = objects.map((object) => {
    const names = Array.from({ length: TRIES }, (_, i) => nameTried(object.name, i));
    const name = names.find((one) => !used.has(one)) ?? object.name;
    used.add(name);
    if (name !== object.name) renamed.push({ kind, id: object.id, from: object.name, to: name });
    return { ...object, name };
  });
  return { named, renamed };
}
