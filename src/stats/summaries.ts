import type { App } from '../app.ts';
import { counted } from '../counted.ts';
import { ENTRY_KINDS } from '../db/tables/entries.ts';
import { type Group, selectEntriesOfMemories, selectHeldByProjects } from './summary-queries.ts';

/** Summaries of the content of memories and projects, as one line of text for people. */

const NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  MEMORY: ['memory', 'memories'],
  TRACE: ['trace', 'traces'],
  ENTRY: ['entry', 'entries'],
  FACT: ['fact', 'facts'],
  OBSERVATION: ['observation', 'observations'],
  PLAN: ['plan', 'plans'],
  INSIGHT: ['insight', 'insights'],
  REFLECTION: ['reflection', 'reflections'],
};

/** The summaries of memories, by id. */
export async function summarizeMemories(
  app: App,
  projectId: string,
  memoryIds: readonly string[],
): Promise<Map<string, string>> {
  const groups = byOwner(await selectEntriesOfMemories(app.db, projectId, [...memoryIds]));
  return new Map(
    memoryIds.map((id) => {
      const own = groups.get(id) ?? [];
      return [id, `${entriesIn(own)}${timesOf(own, 'entry')}.`];
    }),
  );
}

/** The summaries of projects, by id. The times are those of the oldest and the newest entry or trace. */
export async function summarizeProjects(
  app: App,
  projectIds: readonly string[],
): Promise<Map<string, string>> {
  const groups = byOwner(await selectHeldByProjects(app.db, [...projectIds]));
  return new Map(
    projectIds.map((id) => {
      const own = groups.get(id) ?? [];
      const memories = countedKind('MEMORY', totalOf(own.filter(({ kind }) => kind === 'MEMORY')));
      const traces = countedKind('TRACE', totalOf(own.filter(({ kind }) => kind === 'TRACE')));
      const dated = own.filter(({ kind }) => kind !== 'MEMORY');
      const times = timesOf(dated, 'entry or trace');
      return [id, `${memories} with ${entriesIn(own)} and ${traces}${times}.`];
    }),
  );
}

function byOwner(groups: readonly (Group & { ownerId: string })[]): Map<string, Group[]> {
  const owners = new Map<string, Group[]>();
  for (const { ownerId, ...group } of groups) {
    owners.set(ownerId, [...(owners.get(ownerId) ?? []), group]);
  }
  return owners;
}

/** The number of entries and, in the order of the schema, the number of each kind. */
function entriesIn(groups: readonly Group[]): string {
  const kinds = ENTRY_KINDS.flatMap((kind) => groups.filter((group) => group.kind === kind));
  const parts = kinds.map(({ kind, total }) => countedKind(kind, total)).join(', ');
  return `${countedKind('ENTRY', totalOf(kinds))}${parts === '' ? '' : ` (${parts})`}`;
}

function countedKind(kind: string, total: number): string {
  const [one, many] = NAMES[kind] ?? [kind, kind];
  return counted(total, one, many);
}

function totalOf(groups: readonly Group[]): number {
  return groups.reduce((sum, { total }) => sum + total, 0);
}

function timesOf(groups: readonly Group[], name: string): string {
  const times = groups.flatMap(({ oldest, newest }) => [oldest, newest]);
  const sorted = times.flatMap((time) => time?.toISOString() ?? []).sort();
  const [oldest, newest] = [sorted.at(0), sorted.at(-1)];
  return oldest === undefined ? '' : `; oldest ${name}: ${oldest}, newest: ${newest}`;
}
